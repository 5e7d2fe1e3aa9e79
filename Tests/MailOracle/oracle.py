"""Takes mails with a real mail server, Exim, and reads them with Python's `email`.

    oracle.py FOLDER

Listens on two ports of this machine and gives each connection to an Exim of its own (`exim4 -bs`), with a configuration,
a queue and a mailbox in FOLDER and nothing else. First says one line of JSON: `plain` (a port with STARTTLS), `tls` (a port
that begins with TLS), `certificate` (a file with the one it shows). When standard input ends, waits for what is under way
and says one line of JSON for each mail in the box.
"""

import email
import email.policy
import json
import os
import pathlib
import pwd
import socket
import subprocess
import sys
import threading

EXIM = "/usr/sbin/exim4"
CONFIGURATION = """
exim_user = {user}
exim_group = {group}
spool_directory = {folder}/queue
log_file_path = {folder}/log-%s
primary_hostname = mail.invalid
host_lookup =
rfc1413_query_timeout = 0s
tls_advertise_hosts = *
tls_certificate = {folder}/certificate.pem
tls_privatekey = {folder}/key.pem
acl_smtp_rcpt = recipient
acl_smtp_data = message
begin acl
recipient:
  deny local_parts = nobody
       message = 5.1.1 no such mailbox
  deny local_parts = elsewhere
       message = relay not permitted
  defer local_parts = later
  accept
message:
  accept
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  directory = {folder}/box
  maildir_format
  return_path_add
  user = {user}
  group = {group}
"""


def prepare(folder):
    # Exim brings nothing to a mailbox as root: then its own user does.
    user = pwd.getpwnam("Debian-exim") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    for name in ("queue", "box"):
        (folder / name).mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem"), "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True)
    (folder / "exim.conf").write_text(
        CONFIGURATION.format(folder=folder, user=user.pw_uid, group=user.pw_gid), encoding="utf-8")
    folder.chmod(0o755)
    for path in (folder, *folder.iterdir()):
        if path.name != "exim.conf":
            os.chown(path, user.pw_uid, user.pw_gid)


def serve(listener, folder, options, children):
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        with connection:
            children.append(subprocess.Popen(
                [EXIM, "-C", str(folder / "exim.conf"), "-bs", "-odi", *options],
                stdin=connection, stdout=connection, stderr=subprocess.DEVNULL))


def read(path):
    with open(path, "rb") as file:
        mail = email.message_from_binary_file(file, policy=email.policy.default)
    parts = {part.get_content_subtype(): part for part in mail.iter_parts()}
    defects = [str(one) for part in (mail, *parts.values()) for one in part.defects]
    defects += [f"{name}: {one}" for name, field in mail.items() for one in field.defects]
    return {
        "subject": mail["subject"], "from": mail["from"], "to": mail["to"], "id": mail["message-id"],
        "date": mail["date"].datetime.timestamp(), "automatic": mail["auto-submitted"],
        "type": mail.get_content_type(), "language": mail["content-language"], "path": mail["return-path"] or "",
        "text": parts["plain"].get_content(), "page": parts["html"].get_content(), "defects": defects,
        "tls": "esmtps" in mail["received"],
    }


def main(folder):
    folder = pathlib.Path(folder).resolve()
    prepare(folder)
    children, listeners = [], []
    for options in ([], ["-tls-on-connect"]):
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        threading.Thread(target=serve, args=(listener, folder, options, children), daemon=True).start()
    plain, tls = (one.getsockname()[1] for one in listeners)
    print(json.dumps({"plain": plain, "tls": tls, "certificate": str(folder / "certificate.pem")}), flush=True)
    sys.stdin.read()
    for child in list(children):
        child.wait()
    for path in (folder / "box" / "new").glob("*"):
        print(json.dumps(read(path)))


if __name__ == "__main__":
    main(sys.argv[1])
