import type { Page } from '@agora/shared/contracts/pagination'
import { type Queries, raw, sql, type Transaction } from '@agora/shared/database/sql'
import type { OauthClient, PrismaClient } from '../../generated/prisma/client.ts'
import { ONE_LOOK } from '../one-look.ts'

export type { OauthClient as ClientRecord }

const columns =
  raw(`id::text, key, display_name AS "displayName", app_uri AS "appUri", callback_uri AS "callbackUri",
  other_callback_uris AS "otherCallbackUris", pkce, secret_hash AS "secretHash", secret_digest AS "secretDigest",
  credential_version AS "credentialVersion", allowed_scopes AS "allowedScopes", created_at AS "createdAt",
  updated_at AS "updatedAt"`)

/** Serializes registrations: each may affect two rows, the one with its id and the one with its key. */
export async function lockRegistration(tx: Transaction): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtext('oauth client registration'))`)
}

export const readClientsByIdOrKey = (db: Queries, id: string | undefined, key: string) =>
  db.all<OauthClient>(sql`SELECT ${columns} FROM oauth_client WHERE key = ${key} OR id = ${id ?? null}::uuid`)

type ClientFields = Pick<
  OauthClient,
  | 'key'
  | 'displayName'
  | 'appUri'
  | 'callbackUri'
  | 'otherCallbackUris'
  | 'pkce'
  | 'secretHash'
  | 'secretDigest'
  | 'credentialVersion'
> & { allowedScopes?: Record<string, boolean> }

/** A client with these fields, new or in place of the one with this id; scopes that are not given stay. */
export async function putClient(tx: Transaction, id: string, fields: ClientFields): Promise<OauthClient> {
  const scopes = fields.allowedScopes === undefined ? null : JSON.stringify(fields.allowedScopes)
  return tx.one<OauthClient>(sql`
    INSERT INTO oauth_client AS c (id, key, display_name, app_uri, callback_uri, other_callback_uris, pkce, secret_hash,
      secret_digest, credential_version, allowed_scopes, updated_at)
    VALUES (${id}::uuid, ${fields.key}, ${fields.displayName}, ${fields.appUri}, ${fields.callbackUri},
      ${fields.otherCallbackUris}, ${fields.pkce}, ${fields.secretHash}, ${fields.secretDigest},
      ${fields.credentialVersion}, ${scopes}::jsonb, now())
    ON CONFLICT (id) DO UPDATE SET key = excluded.key, display_name = excluded.display_name, app_uri = excluded.app_uri,
      callback_uri = excluded.callback_uri, other_callback_uris = excluded.other_callback_uris, pkce = excluded.pkce,
      secret_hash = excluded.secret_hash, secret_digest = excluded.secret_digest,
      credential_version = excluded.credential_version,
      allowed_scopes = coalesce(excluded.allowed_scopes, c.allowed_scopes), updated_at = now()
    RETURNING ${columns}`)
}

/** Ends all codes, tokens and grants of a client. */
export async function endClientAuthority(tx: Transaction, clientId: string): Promise<void> {
  await tx.query(sql`DELETE FROM oauth_grant WHERE client_id = ${clientId}::uuid`)
  await tx.query(sql`DELETE FROM oauth_token WHERE client_id = ${clientId}::uuid`)
}

/** All clients, in the order of their keys, and their number, from one look. */
export async function readClients(
  prisma: PrismaClient,
  { offset, limit }: Page,
): Promise<{ count: number; clients: OauthClient[] }> {
  const [count, clients] = await prisma.$transaction(
    [
      prisma.oauthClient.count(),
      prisma.oauthClient.findMany({ orderBy: { key: 'asc' }, skip: offset, take: limit }),
    ],
    ONE_LOOK,
  )
  return { count, clients }
}

/** With its grants and tokens. False if it was already deleted. */
export const deleteClient = (tx: Transaction, id: string) =>
  tx.hasRows(sql`DELETE FROM oauth_client WHERE id = ${id}::uuid`)
