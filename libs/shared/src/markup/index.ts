export { type Addressees, addresseesOf } from './addressees.ts'
export type { Document, Node } from './ast.ts'
export { isWord } from './characters.ts'
export { type EmitOptions, emit, MAX_HTML_LENGTH } from './emit.ts'
export { MarkupError, type MarkupFault, RenderTooLarge } from './errors.ts'
export { type Grammar, MAX_DEPTH, type MentionLimit, type PictureSize } from './grammar.ts'
export { escapeLineStart } from './lines.ts'
export { parse } from './parse.ts'
export {
  picturesNamed,
  picturesShown,
  withoutPicturesInHtml,
  withoutPicturesInSource,
} from './pictures.ts'
export { coverSpoilers, excerptOf, lookedAt, plainText } from './plain.ts'
export { quotationOf } from './quotation.ts'
export { type Renamed, renameInHtml, renameInSource } from './renaming.ts'
export { type Rendered, render } from './render.ts'
