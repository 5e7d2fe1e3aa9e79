import ComposableHTML
import Testing

struct LinkTests {
  @Test(arguments: [
    "/", "/contacts/7?tab=1#top", "#top", "?page=2", "contacts", "a/b:c", "https://example.org/x",
    "http://192.168.0.2:8080/", "HTTPS://EXAMPLE.ORG", "mailto:a@example.org", "tel:+4917012345",
    "sms:+4917012345", "",
  ])
  func `a link may lead here, to the web, to a telephone or to mail`(link: String) {
    #expect(a(.href(link)).rendered() == "<a href=\"\(link)\"></a>")
  }

  @Test(arguments: [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\nscript:alert(1)",
    "java\tscript:alert(1)", "\u{1}javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
    "vbscript:x", "//evil.example", "/\t/evil.example", "/\n/evil.example", " //evil.example",
    "/\\evil.example", "\\\\evil.example", "file:///etc/passwd",
    "blob:x", "jav%0aascript:alert(1)", "ｊavascript:alert(1)",
  ])
  func `a link with any other scheme leads nowhere`(link: String) {
    #expect(a(.href(link)).rendered() == "<a href=\"about:invalid\"></a>")
    #expect(SVG.use(.href(link)).rendered() == "<use href=\"about:invalid\"></use>")
    #expect(img(.src(link)).rendered() == "<img src=\"about:invalid\">")
  }

  @Test func `media do not come from mail, and forms go to this server only`() {
    #expect(img(.src("mailto:a@b")).rendered().contains("about:invalid"))
    #expect(form(.action("/check-in")).rendered() == "<form action=\"/check-in\"></form>")
    #expect(form(.action("https://evil.example")).rendered().contains("about:invalid"))
    #expect(button(.formAction("https://evil.example")).rendered().contains("about:invalid"))
  }
}
