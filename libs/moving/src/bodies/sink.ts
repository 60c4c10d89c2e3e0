/** What reads elements as they begin and end. */
export interface ElementSink {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
}
