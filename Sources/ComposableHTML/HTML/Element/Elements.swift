// The elements of HTML a page may use. Where a property of a component hides one of these names
// (`label`, `title`, `time`), write `ComposableHTML.label`.
//
// `script` and `textarea` have their own types; `style`, `iframe`, `object`, `embed` and `base` are
// left out: the content policy of a live page forbids their purpose.

// MARK: The page

@inlinable public var html: Tag { Tag("html") }
@inlinable public var head: Tag { Tag("head") }
@inlinable public var body: Tag { Tag("body") }
@inlinable public var title: Tag { Tag("title") }

// MARK: Sections

@inlinable public var main: Tag { Tag("main") }
@inlinable public var header: Tag { Tag("header") }
@inlinable public var footer: Tag { Tag("footer") }
@inlinable public var nav: Tag { Tag("nav") }
@inlinable public var section: Tag { Tag("section") }
@inlinable public var article: Tag { Tag("article") }
@inlinable public var aside: Tag { Tag("aside") }
@inlinable public var h1: Tag { Tag("h1") }
@inlinable public var h2: Tag { Tag("h2") }
@inlinable public var h3: Tag { Tag("h3") }
@inlinable public var h4: Tag { Tag("h4") }
@inlinable public var address: Tag { Tag("address") }

// MARK: Text

@inlinable public var p: Tag { Tag("p") }
@inlinable public var div: Tag { Tag("div") }
@inlinable public var span: Tag { Tag("span") }
@inlinable public var a: Tag { Tag("a") }
@inlinable public var strong: Tag { Tag("strong") }
@inlinable public var em: Tag { Tag("em") }
@inlinable public var b: Tag { Tag("b") }
@inlinable public var i: Tag { Tag("i") }
@inlinable public var small: Tag { Tag("small") }
@inlinable public var mark: Tag { Tag("mark") }
@inlinable public var code: Tag { Tag("code") }
@inlinable public var pre: Tag { Tag("pre") }
@inlinable public var blockquote: Tag { Tag("blockquote") }
@inlinable public var time: Tag { Tag("time") }
@inlinable public var abbr: Tag { Tag("abbr") }
@inlinable public var sub: Tag { Tag("sub") }
@inlinable public var sup: Tag { Tag("sup") }
@inlinable public var cite: Tag { Tag("cite") }
@inlinable public var kbd: Tag { Tag("kbd") }

// MARK: Lists and tables

@inlinable public var ul: Tag { Tag("ul") }
@inlinable public var ol: Tag { Tag("ol") }
@inlinable public var li: Tag { Tag("li") }
@inlinable public var dl: Tag { Tag("dl") }
@inlinable public var dt: Tag { Tag("dt") }
@inlinable public var dd: Tag { Tag("dd") }
@inlinable public var table: Tag { Tag("table") }
@inlinable public var caption: Tag { Tag("caption") }
@inlinable public var thead: Tag { Tag("thead") }
@inlinable public var tbody: Tag { Tag("tbody") }
@inlinable public var tr: Tag { Tag("tr") }
@inlinable public var th: Tag { Tag("th") }
@inlinable public var td: Tag { Tag("td") }
@inlinable public var figure: Tag { Tag("figure") }
@inlinable public var figcaption: Tag { Tag("figcaption") }

// MARK: Forms

@inlinable public var form: Tag { Tag("form") }
@inlinable public var button: Tag { Tag("button") }
@inlinable public var label: Tag { Tag("label") }
@inlinable public var fieldset: Tag { Tag("fieldset") }
@inlinable public var legend: Tag { Tag("legend") }
@inlinable public var select: Tag { Tag("select") }
@inlinable public var option: Tag { Tag("option") }
@inlinable public var optgroup: Tag { Tag("optgroup") }
@inlinable public var output: Tag { Tag("output") }
@inlinable public var progress: Tag { Tag("progress") }
@inlinable public var meter: Tag { Tag("meter") }
@inlinable public var datalist: Tag { Tag("datalist") }

// MARK: Interaction

@inlinable public var details: Tag { Tag("details") }
@inlinable public var summary: Tag { Tag("summary") }
@inlinable public var dialog: Tag { Tag("dialog") }
@inlinable public var template: Tag { Tag("template") }
@inlinable public var noscript: Tag { Tag("noscript") }

// MARK: Media

@inlinable public var picture: Tag { Tag("picture") }
@inlinable public var video: Tag { Tag("video") }
@inlinable public var audio: Tag { Tag("audio") }
@inlinable public var canvas: Tag { Tag("canvas") }

// MARK: Without content

@inlinable public var input: VoidTag { VoidTag("input") }
@inlinable public var img: VoidTag { VoidTag("img") }
@inlinable public var br: VoidTag { VoidTag("br") }
@inlinable public var hr: VoidTag { VoidTag("hr") }
@inlinable public var meta: VoidTag { VoidTag("meta") }
@inlinable public var link: VoidTag { VoidTag("link") }
@inlinable public var source: VoidTag { VoidTag("source") }
@inlinable public var wbr: VoidTag { VoidTag("wbr") }
