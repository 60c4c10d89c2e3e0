import { timesAsText } from '@agora/shared/database/pool'
import type { Queries } from '@agora/shared/database/sql'
import type { PostHeadRow } from '../../resources/post.ts'
import { nameOf } from '../../resources/sql.ts'
import type { Candidate } from './engine.ts'

/** A section with the ids of its ancestors. */
interface SectionScope {
  id: string
  key: string
  locale: string | null
  ancestors: string[]
}

/** All sections; administrators make them, so there are few. */
export const readSections = (db: Queries) =>
  db.all<SectionScope>({
    name: 'search-sections',
    text: `
      SELECT id, key, locale, ARRAY(SELECT above->>'id' FROM jsonb_array_elements(ancestors) AS above) AS ancestors
      FROM section`,
  })

/**
 * The condition that a subject's index entry is current, in a thread that is not deleted, in one of these sections, of
 * this time.
 */
const visible = (columns: string) => `
  SELECT place::int - 1 AS place${columns}
  FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS candidate (subject, version, place)
  LEFT JOIN post AS p ON p.id = candidate.subject
  JOIN thread AS t ON t.id = coalesce(p.thread_id, candidate.subject)
  WHERE NOT t.is_deleted AND ($3::uuid[] IS NULL OR t.section_id = ANY($3::uuid[]))
    AND ($4::timestamptz IS NULL OR coalesce(p.ctime, t.ctime) >= $4::timestamptz)
    AND ($5::timestamptz IS NULL OR coalesce(p.ctime, t.ctime) < $5::timestamptz) AND CASE
    WHEN p.id IS NULL THEN t.title = candidate.version
    ELSE NOT p.is_hidden AND p.last_revision_id::text = candidate.version
  END
  ORDER BY place`

const bare = { name: 'search-visible', text: visible('') }
const placed = {
  name: 'search-visible-placed',
  text: visible(', t.id AS thread, extract(epoch FROM coalesce(p.ctime, t.ctime))::float8 AS at'),
}

/** What may be shown: a candidate, and where it is if that was asked for. */
export interface Hit extends Candidate {
  /** Its thread's id. */
  thread: string
  /** When it was written, in seconds since the epoch. */
  at: number
}

interface VisibleScope {
  sections: readonly string[] | null
  since: Date | null
  until: Date | null
}

/** The candidates in this scope that may be read in the version that was found, in the given order. */
export async function keepVisible(
  db: Queries,
  candidates: readonly Candidate[],
  { sections, since, until }: VisibleScope,
  isPlaced: boolean,
): Promise<Hit[]> {
  const kept = await db.all<{ place: number; thread?: string; at?: number }>({
    ...(isPlaced ? placed : bare),
    values: [
      candidates.map(({ subject }) => subject),
      candidates.map(({ version }) => version),
      sections,
      since,
      until,
    ],
  })
  return kept.map(({ place, thread = '', at = 0 }) => ({ ...candidates[place]!, thread, at }))
}

/** A hit as it is shown; the post's columns are null for a title. */
export interface HitRow extends Omit<PostHeadRow, 'id'> {
  subject: string
  postId: string | null
  position: number | null
  threadId: string
  threadKey: string | null
  threadTitle: string
  sectionId: string
  sectionKey: string
  sectionName: string
  /** Only of a short body. */
  html: string | null
  revisionId: string | null
}

/** Longer bodies are read one by one. */
const LONG_BYTES = 8_192

const HITS = `
  SELECT hit.subject, p.id AS "postId", p.position, p.ctime, p.author_id AS "authorId",
    ${nameOf('p.author_id')} AS "authorName", p.author_role AS "authorRole",
    t.id AS "threadId", t.key AS "threadKey", t.title AS "threadTitle",
    s.id AS "sectionId", s.key AS "sectionKey", s.display_name AS "sectionName",
    CASE WHEN octet_length(r.html) <= ${LONG_BYTES} THEN r.html END AS html, r.id AS "revisionId"
  FROM unnest($1::uuid[]) WITH ORDINALITY AS hit (subject, place)
  LEFT JOIN post AS p ON p.id = hit.subject LEFT JOIN revision AS r ON r.id = p.last_revision_id
  JOIN thread AS t ON t.id = coalesce(p.thread_id, hit.subject) JOIN section AS s ON s.id = t.section_id
  WHERE NOT t.is_deleted AND p.is_hidden IS NOT TRUE AND ($2::uuid[] IS NULL OR t.section_id = ANY($2::uuid[]))
  ORDER BY hit.place`

/** The details of hits in these sections, in the given order; those hidden, deleted or moved since are left out. */
export const readHits = (db: Queries, subjects: readonly string[], sections: readonly string[] | null) =>
  db.all<HitRow>({
    name: 'search-hits',
    text: HITS,
    values: [subjects, sections],
    types: timesAsText,
  })

export const readHtml = async (db: Queries, revisionId: string): Promise<string> =>
  (await db.maybeScalar<string | null>({
    name: 'search-html',
    text: 'SELECT html FROM revision WHERE id = $1',
    values: [revisionId],
  })) ?? ''
