import LifeSignalModel
import Testing

@Suite struct `A word that comes back` {
  @Test(
    arguments: [
      ("OK", .fine), ("ok", .fine), ("  Ok. ", .fine), ("O.K.", .fine), ("okay!!!", .fine),
      ("👍 OK 👍", .fine), ("ＯＫ", .fine), ("I’m OK", .fine), ("Alles gut", .fine),
      ("Ça va", .fine), ("ca va", .fine), ("estoy bien", .fine), ("أنا بخير", .fine),
      ("انا بخير", .fine), ("好的", .fine), ("没事。", .fine),
      ("1", .one), (" 1 ", .one), ("1.", .one), ("１", .one), ("١", .one),
      ("ON IT", .onIt), ("on it", .onIt), ("On  it!", .onIt), ("I'm on it", .onIt),
      ("Ich kümmere mich", .onIt), ("ich kummere mich", .onIt), ("Je m’en occupe", .onIt),
      ("Me encargo", .onIt), ("我来处理", .onIt),
      ("LATER", .later), ("Später", .later), ("más tarde", .later), ("plus tard", .later),
      ("لاحقًا", .later), ("稍后", .later),
      ("STOP", .stop), ("Stop.", .stop), ("StopAll", .stop), ("UNSUBSCRIBE", .stop),
      ("Arrêt", .stop), ("ARRET", .stop), ("baja", .stop), ("停止", .stop), ("إيقاف", .stop),
      ("START", .start), ("unstop", .start), ("ابدأ", .start),
    ] as [(String, ReplyWord)])
  func `is understood however it is typed`(text: String, word: ReplyWord) {
    #expect(ReplyWord(reading: text) == word)
  }

  @Test(arguments: [
    "", " ", "?", "help", "not ok", "I am not ok", "ok?no", "11", "10", "2", "stop it please now",
    "on my way to it", "no", "don't stop", "👍",
    String(repeating: "o", count: 5_000), "ok" + String(repeating: " ", count: 300),
  ])
  func `in a sentence, or alone and strange, means nothing`(text: String) {
    #expect(ReplyWord(reading: text) == nil)
  }
}
