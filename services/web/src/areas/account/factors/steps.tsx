import { page } from '../../../http/outcome.ts'
import type { Visit } from '../../../http/visit.ts'
import { Input, type Problem } from '../../../view/fields.tsx'
import { Passkey } from '../../../view/passkey.tsx'
import { PostForm } from '../../../view/post-form.tsx'
import { crumbsOf } from './page.tsx'
import { QrCode } from './qr.tsx'

interface TotpStep {
  id: string
  /** What the picture says; with the secret. */
  uri: string
  problem?: Problem
}

const secretIn = (uri: string): string => new URL(uri).searchParams.get('secret') ?? ''

/** Shows the secret once, and asks for a code that shows that it arrived. */
export const totpPage = (visit: Visit, { id, uri, problem }: TotpStep) => {
  const { factors } = visit.words
  return page(
    factors.addTotp,
    <PostForm visit={visit} to={`/account/factors/${id}/enable`} class="card narrow" problem={problem}>
      <p>{factors.scan}</p>
      <QrCode text={uri} label={factors.picture} />
      <p>
        {factors.secret}: <code class="secret">{secretIn(uri).replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <input type="hidden" name="uri" value={uri} />
      <Input
        name="code"
        label={factors.code}
        isRequired
        maxLength={64}
        autocomplete="one-time-code"
        isVerbatim
        isFirst
      />
      <button>{factors.enable}</button>
    </PostForm>,
    { problem, crumbs: crumbsOf(visit), isIndexed: false },
  )
}

/** Lets the browser make a passkey; its script adds it, and puts the codes that come with the first into the form. */
export const passkeyPage = (visit: Visit, member: string, name: string) => {
  const { factors } = visit.words
  return page(
    factors.addPasskey,
    <PostForm visit={visit} to="/account/factors/passkeys/added" class="card narrow">
      <p>{factors.passkeyHint}</p>
      <input type="hidden" name="factor_name" value={name} />
      <input type="hidden" name="codes" value="" />
      <Passkey words={visit.words} act="make" label={factors.make} member={member} />
    </PostForm>,
    { crumbs: crumbsOf(visit), isIndexed: false, scripts: ['passkeys.js'] },
  )
}

/** Recovery codes, to be printed. */
export const codesPage = (visit: Visit, codes: readonly string[]) => {
  const { factors } = visit.words
  return page(
    factors.codes,
    <div class="card narrow">
      <p>{factors.codesText}</p>
      <ol class="codes">
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p>
        <a class="button" href="/account/factors?saved=codes">
          {factors.kept}
        </a>
      </p>
    </div>,
    { crumbs: crumbsOf(visit), isIndexed: false },
  )
}
