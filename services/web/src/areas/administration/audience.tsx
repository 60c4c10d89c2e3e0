import type { Schemas } from '@agora/client'
import type { Form } from '../../http/form.ts'
import { Check, Input, Select } from '../../view/fields.tsx'
import { type FormValues, isChanged, originalOf } from '../../view/original-values.tsx'
import type { Words } from '../../words/words.ts'

type Audience = Schemas['ForumSectionAccess']['readers']
export type Group = Schemas['ForumGroup']
export type Act = 'readers' | 'writers'

const kinds = ['Everyone', 'Members', 'Groups', 'Moderators'] as const

/** Whom a section is for, in a form. */
export interface WrittenAudience {
  kind: (typeof kinds)[number]
  /** Keys of groups. */
  groups: readonly string[]
}

export const open: Record<Act, WrittenAudience> = {
  readers: { kind: 'Everyone', groups: [] },
  writers: { kind: 'Members', groups: [] },
}

/** Among writers, everyone is every member. */
const kindsOf = { readers: kinds, writers: kinds.filter((kind) => kind !== 'Everyone') }

const groupsField = (act: Act) => `${act}_groups`

export const audienceIn = (form: Form, act: Act): WrittenAudience => ({
  kind: kindsOf[act].find((kind) => kind === form.text(act)) ?? open[act].kind,
  groups: form.all(groupsField(act)).flatMap((keys) => keys.split(/[\s,]+/).filter((key) => key !== '')),
})

export function audienceOf(audience: Audience, act: Act): WrittenAudience {
  if (typeof audience !== 'string') return { kind: 'Groups', groups: audience.groups }
  return audience === 'Everyone' ? open[act] : { kind: audience, groups: [] }
}

export const audienceValues = (act: Act, { kind, groups }: WrittenAudience): FormValues => ({
  [act]: kind,
  [groupsField(act)]: groups.join(' '),
})

/** What the form changes, for the API; undefined leaves it as it is. */
export function changedAudience(form: Form, act: Act): Audience | undefined {
  // A form of the release before has no such field.
  if (!form.has(act)) return undefined
  const { kind, groups } = audienceIn(form, act)
  const original = originalOf(form, groupsField(act))
  if (!isChanged(form, act) && (kind !== 'Groups' || groups.join(' ') === original)) return undefined
  return kind === 'Groups' ? { groups: [...groups] } : kind
}

/** Groups were asked for and none was chosen, or some were chosen and not asked for. */
export function isUnclear(form: Form, act: Act): boolean {
  const { kind, groups } = audienceIn(form, act)
  const isOriginal = groups.join(' ') === originalOf(form, groupsField(act))
  return kind === 'Groups' ? groups.length === 0 : groups.length > 0 && !isOriginal
}

/** A box each; a form may have but so many fields. */
const MAX_BOXES = 15

interface Props {
  words: Words
  act: Act
  written: WrittenAudience
  /** Those that there are. */
  groups: readonly Group[]
}

/** Asks whom a section is for: one of four kinds, and for groups which of them. */
export function AudienceFields({ words, act, written, groups }: Props) {
  const { audience: own } = words.administration
  return (
    <>
      <Select
        name={act}
        label={own[act]}
        hint={own.hints[act]}
        value={written.kind}
        options={kindsOf[act].map((kind) => [kind, own.kinds[kind]])}
      />
      {groups.length > MAX_BOXES && (
        <Input name={groupsField(act)} label={own.which} hint={own.keys} value={written.groups.join(' ')} />
      )}
      {groups.length > 0 && groups.length <= MAX_BOXES && (
        <fieldset class="plain choosing">
          <legend>{own.which}</legend>
          {groups.map(({ key, display_name }) => (
            <Check
              name={groupsField(act)}
              value={key}
              label={display_name}
              isChecked={written.groups.includes(key)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
