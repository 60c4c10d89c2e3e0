import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** GitHub's Markdown as HTML, by a reader that the converter does not use. */
export const asGithub = (body: string): string =>
  micromark(body, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })

/** The same as a forum has it, where a line break is one. */
export const asGithubForum = (body: string): string =>
  asGithub(body).replaceAll(/<p>.*?<\/p>/gs, (paragraph) => paragraph.replaceAll('\n', '<br>'))
