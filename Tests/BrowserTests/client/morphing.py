"""The page becomes equal to the new view, and what the person is doing stays."""

from statistics import median

FUZZ = """async ([count, seed]) => {
  const { morph } = await import('/morph.js')
  const { fuzz } = await import('/fuzz.js')
  return fuzz(morph, document.getElementById('box'), count, seed)
}"""


def check_fuzz(page, seed):
    result = page.evaluate(FUZZ, [2000, seed])
    assert result["right"] == 2000, result["wrong"]
    assert result["could"] >= 500, result
    assert result["survived"] == result["could"], result
    return f"{result['right']} trees right, {result['survived']} of {result['could']} nodes kept"


def test_2000_random_trees_morph_right_and_keyed_nodes_survive(world):
    page, _ = world.open(path="bare")
    return check_fuzz(page, 1)


def test_2000_random_trees_in_a_browser_without_moveBefore(world):
    page, _ = world.open(path="bare", script="delete Element.prototype.moveBefore")
    assert page.evaluate("!('moveBefore' in Element.prototype)")
    return check_fuzz(page, 2)


def test_typing_selection_and_focus_are_kept_while_frames_arrive(world):
    view = "<p id=n>{}</p><form id=f><input id=name value=''><input id=other></form>"
    page, _ = world.open(view.format(0))
    page.locator("#other").fill("left here")
    page.locator("#name").focus()
    for number in range(1, 21):
        page.keyboard.type(chr(96 + number))
        world.push(f"e1.{number + 1}", view.format(number))
    assert page.locator("#name").input_value() == "abcdefghijklmnopqrst"
    assert page.locator("#other").input_value() == "left here"
    page.evaluate("document.getElementById('name').setSelectionRange(3, 7)")
    world.push("e1.30", "<h1>New above</h1>" + view.format("x").replace("value=''", "value='server'"))
    assert page.evaluate("document.activeElement.id") == "name"
    assert page.evaluate("[name.selectionStart, name.selectionEnd]".replace(
        "name", "document.activeElement")) == [3, 7]
    assert page.locator("#name").input_value() == "abcdefghijklmnopqrst"


def check_focus_in_moved_row(world, script):
    rows = [f"<li id=r{n}><input id=i{n}></li>" for n in range(4)]
    page, _ = world.open(f"<ul>{''.join(rows)}</ul>", script=script)
    page.locator("#i0").fill("hello")
    page.evaluate("document.getElementById('i0').setSelectionRange(1, 3)")
    page.evaluate("window.mine = document.getElementById('i0')")
    for step, order in enumerate([[1, 2, 3, 0], [3, 0, 1, 2], [0], [2, 0, 3]]):
        world.push(f"e1.{step + 2}", f"<ul>{''.join(rows[n] for n in order)}</ul>")
        assert page.evaluate("document.activeElement === window.mine"), order
        assert page.evaluate("[mine.selectionStart, mine.selectionEnd, mine.value]") == [1, 3, "hello"]


def test_focus_and_selection_move_with_a_row(world):
    check_focus_in_moved_row(world, None)


def test_focus_and_selection_move_with_a_row_without_moveBefore(world):
    check_focus_in_moved_row(world, "delete Element.prototype.moveBefore")


def test_scroll_positions_are_kept_also_of_moved_nodes(world):
    box = "<div id={0} class=scroll><div class=tall>{0}</div></div>"
    view = box.format("a") + box.format("b") + "<div class=tall></div>"
    page, _ = world.open(view)
    page.evaluate("a.scrollTop = 100; b.scrollTop = 200; scrollTo(0, 150)")
    world.push("e1.2", view + "<p>more</p>")
    assert page.evaluate("scrollY") == 150
    world.push("e1.3", "<p id=new>x</p>" + box.format("b") + box.format("a") + "<div class=tall></div>")
    world.push("e1.4", box.format("b") + box.format("a") + "<div class=tall></div>")
    places = page.evaluate("[a.scrollTop, b.scrollTop]")
    assert places == [100, 200], places


def test_a_keyed_node_moves_to_another_parent_with_its_state(world):
    page, _ = world.open("<section id=s><div><input id=i></div></section><main></main>")
    page.locator("#i").fill("kept")
    page.evaluate("window.mine = i")
    world.push("e1.2", "<main><p><input id=i></p></main>")
    assert page.evaluate("window.mine === i && i.value") == "kept"
    assert page.evaluate("live.innerHTML") == '<main><p><input id="i"></p></main>'


def test_one_row_that_leaves_or_moves_touches_no_other_row(world):
    row = "<li id=r{0}>{0}</li>"
    page, _ = world.open(f"<ul>{''.join(row.format(n) for n in range(20))}</ul>")
    page.evaluate("""() => {
      window.touched = new Set()
      new MutationObserver((records) => records.forEach((record) =>
        [...record.addedNodes, ...record.removedNodes].forEach((node) => touched.add(node.id))))
        .observe(live, { childList: true, subtree: true })
    }""")
    without = "".join(row.format(n) for n in range(20) if n != 5)
    world.push("e1.2", f"<ul>{without}</ul>")
    assert page.evaluate("[...touched]") == ["r5"]
    page.evaluate("touched.clear()")
    last = "".join(row.format(n) for n in [*range(1, 5), *range(6, 20), 0])
    world.push("e1.3", f"<ul>{last}</ul>")
    assert page.evaluate("[...touched]") == ["r0"]


def test_a_value_set_by_the_server_reaches_fields_that_are_not_in_use(world):
    view = "<input id=a value='{0}'><textarea id=t>{0}</textarea><input id=c type=checkbox {1}>" \
        "<select id=s><option {1}>one</option><option {2}>two</option></select>"
    page, _ = world.open(view.format("1", "", "selected"))
    page.locator("#a").fill("mine")
    page.locator("#t").fill("mine")
    page.locator("#c").focus()
    world.push("e1.2", view.format("2", "checked selected", ""))
    assert page.evaluate("[a.value, t.value, c.checked, s.value]") == ["2", "2", True, "one"]


def test_islands_and_the_browsers_own_attributes_are_left_alone(world):
    page, _ = world.open("<div id=k data-keep><p>server</p></div><details id=d><p>x</p></details>")
    page.evaluate("k.innerHTML = '<video></video>'; k.title = 'mine'; d.open = true")
    world.push("e1.2", "<h1>y</h1><div id=k data-keep class=new></div><details id=d><p>z</p></details>")
    assert page.evaluate("[k.innerHTML, k.title, k.className, d.open, d.textContent]") == [
        "<video></video>", "mine", "", True, "z"]


def test_a_changed_text_among_200_rows_takes_little_time(world):
    page, _ = world.open(path="bare")
    times = page.evaluate("""async () => {
      const { morph } = await import('/morph.js')
      const view = (text) => '<ul>' + Array.from({ length: 200 }, (_, n) =>
        `<li id="r${n}" class="row"><span class="name">Person ${n}</span><span class="sub">`
        + `${n === 100 ? text : 'fine'}</span><button id="b${n}" data-on="click">Ping</button></li>`
      ).join('') + '</ul>'
      box.innerHTML = view('start')
      return Array.from({ length: 100 }, (_, round) => {
        const began = performance.now()
        morph(box, view(round))
        return performance.now() - began
      })
    }""")
    middle = median(times)
    assert middle < 20, middle
    return f"median {middle:.2f} ms"
