import { countRows, type Snapshot } from '@agora/shared/database/snapshot'

export interface SectionRow {
  id: string
  key: string | null
  created_at: Date | null
  display_name: string
  locale: string | null
}

export const readSections = (source: Snapshot) =>
  source.rows<SectionRow>(`
    SELECT forum_section_id AS id, key, ctime AS created_at, display_name, locale
    FROM forum_sections ORDER BY ctime, forum_section_id`)

/** A revision, with its post and its thread. */
export interface RevisionRow {
  thread: string
  thread_key: string | null
  section: string
  title: string
  opened_at: Date | null
  is_pinned: boolean
  is_locked: boolean
  post: string
  posted_at: Date | null
  time: Date | null
  author: string
  /** Whether the author is an administrator, or moderates the section. */
  is_administrator: boolean
  is_moderator: boolean
  /** Null if the post is hidden from then on. */
  body: string | null
  mod_body: string | null
  comment: string | null
}

/** All of the forum in its order. One statement: there is no index from a post to its revisions. */
export const readRevisions = (source: Snapshot) =>
  source.rows<RevisionRow>(`
    SELECT forum_thread_id AS thread, t.key AS thread_key, t.forum_section_id AS section, t.title, t.ctime AS opened_at,
      t.is_pinned, t.is_locked, forum_post_id AS post, p.ctime AS posted_at, r.time, r.author_id AS author,
      u.is_administrator, g.user_id IS NOT NULL AS is_moderator, r.body, r.mod_body, r.comment
    FROM forum_threads t
    JOIN forum_posts p USING (forum_thread_id)
    JOIN forum_post_revisions r USING (forum_post_id)
    JOIN users u ON u.user_id = r.author_id
    LEFT JOIN forum_role_grants g ON g.forum_section_id = t.forum_section_id AND g.user_id = r.author_id
    ORDER BY t.ctime, forum_thread_id, p.ctime, forum_post_id, r.time, r.forum_post_revision_id`)

/** What has no counterpart here: how many rows, in words. */
const UNKNOWN_HERE = {
  sessions: 'sessions were not taken: members sign in once more',
  oauth_access_tokens: 'tokens of applications were not taken: these ask their members once more',
  announcements: 'announcements were not taken: pin their threads, or write them as an [admin] block',
  forum_role_revocations: 'roles that were revoked were not taken',
  email_verifications: 'verifications of addresses were not taken',
  old_oauth_client_display_names: 'earlier names of applications were not taken',
  old_oauth_client_app_uris: 'earlier addresses of applications were not taken',
  old_oauth_client_callback_uris: 'earlier callback addresses of applications were not taken',
  old_oauth_client_secrets: 'earlier secrets of applications were not taken',
  dinoparc_sessions: 'sessions at Dinoparc were not taken',
  hammerfest_sessions: 'sessions at Hammerfest were not taken',
  twinoid_access_tokens: 'access tokens of Twinoid were not taken',
  twinoid_refresh_tokens: 'refresh tokens of Twinoid were not taken',
  old_dinoparc_sessions: 'ended sessions at Dinoparc were not taken',
  old_hammerfest_sessions: 'ended sessions at Hammerfest were not taken',
  old_twinoid_access_tokens: 'ended access tokens of Twinoid were not taken',
  old_twinoid_refresh_tokens: 'ended refresh tokens of Twinoid were not taken',
}

/** What is left behind, in sentences. */
export const readLeft = (source: Snapshot): Promise<string[]> => countRows(source, UNKNOWN_HERE)
