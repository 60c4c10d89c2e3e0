/** What reads elements as they begin and end. */
export interface ElementSink {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}

/** A link, or text alone without an address. */
export function writeLink(sink: ElementSink, href: string | undefined, text: string): void {
  if (href !== undefined) sink.open('a', { href })
  sink.text(text)
  if (href !== undefined) sink.close('a')
}

/** What a quote begins with: whom it quotes, and where that is. */
export function writeQuoted(sink: ElementSink, author: string, href: string | undefined): void {
  for (const element of ['p', 'b']) sink.open(element, {})
  writeLink(sink, href, author)
  for (const element of ['b', 'p']) sink.close(element)
}

/** Begins a block with its title, if it has one, on a line of its own. */
export function openTitled(sink: ElementSink, title: string): void {
  sink.open('div', {})
  if (title === '') return
  sink.text(title)
  sink.open('br', {})
}
