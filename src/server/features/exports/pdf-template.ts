/**
 * The layout of a PDF, in Typst. The document is passed as JSON, so no text of a message is ever executed, except
 * formulas, of which typst-formulas.ts only allows math.
 */
import { rightToLeftLetters } from './scripts';

const startsRightToLeft = `^\\P{L}*[${rightToLeftLetters}]`.replaceAll('\\', '\\\\');

export const pdfTemplate = `
#let doc = json(bytes(sys.inputs.doc))
#let formulas = json(bytes(sys.inputs.formulas))
#let faint = luma(90)

#set document(title: doc.title)
#set page(
  paper: "a4",
  margin: (x: 2.6cm, top: 2.4cm, bottom: 2.6cm),
  footer: context align(center, text(size: 8.5pt, fill: faint, counter(page).display("1 / 1", both: true))),
)
#set text(font: ("DejaVu Serif", "DejaVu Sans"), stretch: 75%, size: 10pt, lang: "en")
#set par(leading: 0.68em, spacing: 1em, justify: false)
#set footnote.entry(gap: 0.45em, separator: line(length: 25%, stroke: 0.5pt + luma(170)))
#show footnote.entry: set text(size: 8.5pt)
#show link: set text(fill: rgb("#3d4fc4"))
#show raw: set text(font: "DejaVu Sans Mono", size: 8.5pt)
#show raw.where(block: true): it => block(width: 100%, fill: luma(246), inset: 8pt, radius: 3pt, it)
#show quote.where(block: true): it => block(
  inset: (left: 10pt), stroke: (left: 1.5pt + luma(190)), text(fill: faint, it.body),
)
#show math.equation: set text(font: ("DejaVu Math TeX Gyre", "DejaVu Serif", "DejaVu Sans"))
#show heading.where(level: 1): set text(size: 19pt)
#show heading.where(level: 2): it => block(above: 1.8em, below: 0.9em, text(size: 9.5pt, fill: faint, it.body))
#show heading.where(level: 3): set text(size: 14pt)
#show heading.where(level: 4): set text(size: 12pt)

// The first letter of a block decides its direction.
#let direction(words) = if words.match(regex("${startsRightToLeft}")) == none { ltr } else { rtl }
#let words-of(runs) = runs.map(run => run.text).sum(default: "")
#let all-words(blocks) = blocks.map(it => {
  if "runs" in it { words-of(it.runs) }
  else if it.kind == "quote" { all-words(it.blocks) }
  else if it.kind == "list" { it.items.map(all-words).sum(default: "") }
  else if it.kind == "table" { it.rows.flatten().map(run => run.text).sum(default: "") }
  else { "" }
}).sum(default: "")

#let draw-run(run) = {
  if "note" in run {
    footnote({
      set text(dir: direction(run.note.text))
      run.note.text
      if "url" in run.note [ #link(run.note.url)]
    })
  } else {
    let body = if run.at("isMath", default: false) and run.text in formulas {
      eval("$" + formulas.at(run.text) + "\\n$")
    } else if run.at("isCode", default: false) {
      raw(run.text)
    } else {
      run.text.split("\\n").map(line => [#line]).join(linebreak())
    }
    if run.at("isBold", default: false) { body = strong(body) }
    if run.at("isItalic", default: false) { body = emph(body) }
    if run.at("isStruckThrough", default: false) { body = strike(body) }
    if "url" in run { body = link(run.url, body) }
    body
  }
}
#let draw-runs(runs) = { for run in runs { draw-run(run) } }

// A wide formula becomes smaller: on paper nothing scrolls.
#let fitted(it) = layout(size => {
  let wide = measure(it).width
  if wide > size.width { scale(size.width / wide * 100%, reflow: true, it) } else { it }
})

#let draw(blocks) = {
  for it in blocks {
    set text(dir: direction(all-words((it,))))
    if it.kind == "paragraph" {
      par(draw-runs(it.runs))
    } else if it.kind == "heading" {
      heading(level: calc.min(it.level + 2, 6), draw-runs(it.runs))
    } else if it.kind == "code" and it.at("isMath", default: false) and it.text in formulas {
      fitted(eval("$ " + formulas.at(it.text) + "\\n$"))
    } else if it.kind == "code" {
      raw(it.text, block: true)
    } else if it.kind == "quote" {
      quote(block: true, draw(it.blocks))
    } else if it.kind == "list" {
      let items = it.items.map(draw)
      if it.isOrdered { enum(start: it.start, tight: true, ..items) } else { list(tight: true, ..items) }
    } else if it.kind == "table" {
      let header = it.rows.first().map(cell => table.cell(fill: luma(243), strong(draw-runs(cell))))
      block(width: 100%, text(size: 9pt, table(
        columns: it.columns.len(),
        align: it.columns.map(one => if one == "right" { right } else if one == "center" { center } else { start }),
        stroke: 0.5pt + luma(205),
        inset: 5pt,
        table.header(..header),
        ..it.rows.slice(1).map(row => row.map(draw-runs)).flatten(),
      )))
    } else {
      line(length: 100%, stroke: 0.5pt + luma(190))
    }
  }
}

#{
  set text(dir: direction(doc.title))
  heading(level: 1, doc.title)
}
#for line in doc.cover { block(above: 0.5em, below: 0.5em, text(size: 9.5pt, fill: faint, line)) }
#for section in doc.sections {
  heading(level: 2, section.heading)
  draw(section.blocks)
  for line in section.files + section.remarks {
    block(above: 0.6em, below: 0.6em, text(size: 9pt, fill: faint, line))
  }
}
`;

/** Tests whether formulas can be rendered, without a document. */
export const formulaTrial = `
#set page(width: auto, height: auto)
#show math.equation: set text(font: ("DejaVu Math TeX Gyre", "DejaVu Serif", "DejaVu Sans"))
#for it in json(bytes(sys.inputs.formulas)) { eval("$ " + it + "\\n$") }
`;
