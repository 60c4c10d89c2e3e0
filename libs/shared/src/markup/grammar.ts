/** How deep quotes lie within quotes in a forum's posts. */
export const MAX_DEPTH = 4

/**
 * Which marks an actor may write in one place. Its fields but `linkHosts`, `mentions` and `pictures` are those of a
 * section's `self.grammar`.
 */
export interface Grammar {
  readonly admin: boolean
  readonly code: boolean
  /** How many blocks may lie inside each other; 0 allows none. */
  readonly depth: number
  readonly emphasis: boolean
  /** Keys of the icons, each of ASCII letters, digits, `_` and `-`. A key of any other form never matches. */
  readonly icons: readonly string[]
  /** URI schemes without their colon, in lowercase. */
  readonly links: readonly string[]
  /** Hosts, with a port where it is not the scheme's, that links may lead to; any where it is absent. */
  readonly linkHosts?: readonly string[]
  /** Whom the author's own words may mention; anybody where it is absent. */
  readonly mentions?: MentionLimit
  readonly mod: boolean
  /** The pictures that may be shown, by their ids in lowercase; none where it is absent. */
  readonly pictures?: ReadonlyMap<string, PictureSize>
  readonly quote: boolean
  readonly spoiler: boolean
  readonly strikethrough: boolean
  readonly strong: boolean
}

/** In pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

export interface MentionLimit {
  /** The ids of members who may be mentioned again, in lowercase. */
  readonly earlier: readonly string[]
  /** How many members, those included. A mention of one more is text. */
  readonly most: number
}

/** A grammar in the form the tokenizer asks it: each question one look-up. */
export interface CompiledGrammar {
  readonly flags: Grammar
  readonly icons: ReadonlySet<string>
  readonly schemes: ReadonlySet<string>
  readonly hosts: ReadonlySet<string> | undefined
}

/** Schemes that execute code. No configuration can allow links with them. */
const EXECUTABLE_SCHEMES = new Set(['data', 'javascript', 'vbscript'])

export function compileGrammar(grammar: Grammar): CompiledGrammar {
  return {
    flags: grammar,
    icons: new Set(grammar.icons),
    hosts: grammar.linkHosts && new Set(grammar.linkHosts),
    schemes: new Set(
      grammar.links.map((scheme) => scheme.toLowerCase()).filter((scheme) => !EXECUTABLE_SCHEMES.has(scheme)),
    ),
  }
}
