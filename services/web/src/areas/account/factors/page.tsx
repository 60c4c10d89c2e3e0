import type { Schemas } from '@agora/client'
import { ApiRefusal, must } from '../../../api.ts'
import type { Form } from '../../../http/form.ts'
import { page } from '../../../http/outcome.ts'
import type { Params, Reader } from '../../../http/pages.ts'
import type { Visit } from '../../../http/visit.ts'
import { Input, PasswordAgain, type Problem } from '../../../view/fields.tsx'
import { Done, Meta, Rows, Time } from '../../../view/parts.tsx'
import { PostForm } from '../../../view/post-form.tsx'

/** The form of the page that was refused. */
export type FactorForm = 'totp' | 'passkeys' | 'codes' | 'removal'

export interface RefusedFactor {
  of: FactorForm
  form: Form
  params: Params
  problem: Problem
}

type Authenticator = Schemas['Authenticator']

export const showFactors: Reader = (visit) => factorsPage(visit)

/** A member's second factors, and the forms that change them. */
export async function factorsPage(visit: Visit, refused?: RefusedFactor) {
  const { api, me, words, query, config } = visit
  if (!me) throw new ApiRefusal(401, 'authentication required')
  const path = { user_id: me.id }
  const { items } = await must(api.GET('/api/v1/users/{user_id}/authenticators', { params: { path } }))
  const { factors } = words
  const problemIn = (of: FactorForm) => (refused?.of === of ? refused.problem : undefined)
  const named = (of: FactorForm) => (refused?.of === of ? refused.form.text('factor_name') : '')
  const saved = query.get('saved')
  return page(
    factors.title,
    <>
      {saved !== null && <Done>{saved === 'removed' ? factors.removed : factors.saved}</Done>}
      <section class="card">
        <p>{factors.about}</p>
        {config.security.staff_second_factor && <p>{factors.staff}</p>}
        <Rows items={items} none={factors.none} class="people">
          {(one) => (
            <Factor
              visit={visit}
              one={one}
              problem={refused?.params.factor === one.id ? problemIn('removal') : undefined}
            />
          )}
        </Rows>
      </section>
      <AddFactor
        visit={visit}
        of="totp"
        title={factors.addTotp}
        hint={factors.totpHint}
        value={named('totp')}
        problem={problemIn('totp')}
      />
      <AddFactor
        visit={visit}
        of="passkeys"
        title={factors.addPasskey}
        hint={factors.passkeyHint}
        value={named('passkeys')}
        problem={problemIn('passkeys')}
      />
      {items.length > 0 && (
        <PostForm
          visit={visit}
          to="/account/factors/codes"
          heading={factors.renew}
          problem={problemIn('codes')}
        >
          <p class="hint">{factors.renewHint}</p>
          <PasswordAgain words={words} scope="codes" />
          <button>{factors.renew}</button>
        </PostForm>
      )}
    </>,
    { problem: refused?.problem, crumbs: crumbsOf(visit), isIndexed: false },
  )
}

/** The way to the pages of second factors. */
export const crumbsOf = ({ words }: Visit) => [
  { href: '/', name: words.nav.home },
  { href: '/account', name: words.account.title },
]

interface FactorProps {
  visit: Visit
  one: Authenticator
  problem: Problem | undefined
}

function Factor({ visit, one, problem }: FactorProps) {
  const { factors } = visit.words
  const { id, kind, name, created_at, last_used_at, remaining } = one
  return (
    <li>
      <div>
        <bdi>{kind === 'RecoveryCodes' ? factors.kinds.RecoveryCodes : name}</bdi>
        <Meta>
          {kind !== 'RecoveryCodes' && factors.kinds[kind]}
          {remaining !== null && factors.remaining(remaining)}
          <span>
            {factors.added} <Time visit={visit} time={created_at} />
          </span>
          {last_used_at !== null && (
            <span>
              {factors.lastUsed} <Time visit={visit} time={last_used_at} />
            </span>
          )}
        </Meta>
      </div>
      <PostForm visit={visit} to={`/account/factors/${id}/remove`} class="inline-form" problem={problem}>
        <PasswordAgain words={visit.words} scope={id} />
        <button class="quiet">{factors.remove}</button>
      </PostForm>
    </li>
  )
}

interface AddFactorProps {
  visit: Visit
  of: 'totp' | 'passkeys'
  title: string
  hint: string
  value: string
  problem: Problem | undefined
}

const AddFactor = ({ visit, of, title, hint, value, problem }: AddFactorProps) => (
  <PostForm visit={visit} to={`/account/factors/${of}`} heading={title} problem={problem}>
    <p class="hint">{hint}</p>
    <Input
      name="factor_name"
      scope={of}
      label={visit.words.factors.name}
      hint={visit.words.factors.nameHint}
      value={value}
      isRequired
      maxLength={64}
    />
    <PasswordAgain words={visit.words} scope={of} />
    <button>{visit.words.factors.goOn}</button>
  </PostForm>
)
