import { type Child, createContext, useContext } from 'hono/jsx'
import type { Words } from '../words/words.ts'
import { Passkey } from './passkey.tsx'

/** Why a form was refused: shown beside its field, or above all of them. */
export interface Problem {
  text: string
  field?: string | undefined
  status: number
}

/** Why the form around a field was refused. */
export const RefusedForm = createContext<Problem | undefined>(undefined)

interface FieldProps {
  name: string
  /** Distinguishes fields of the same name in several forms on one page. */
  scope?: string
  label: string
  hint?: Child
  /** Between the label and the field. */
  above?: Child
  children: (attributes: Record<string, string | undefined>) => Child
}

/** A labelled field with its hint and its problem. */
export function Field({ name, scope, label, hint, above, children }: FieldProps) {
  const problem = useContext(RefusedForm)
  const id = scope === undefined ? name : `${scope}-${name}`
  const isWrong = problem?.field === name
  const described = [isWrong && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {isWrong && (
        <p class="problem" id={`${id}-problem`}>
          {problem.text}
        </p>
      )}
      {above}
      {children({
        id,
        name,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': isWrong ? 'true' : undefined,
        autofocus: isWrong ? '' : undefined,
      })}
      {hint && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
    </div>
  )
}

interface InputProps extends Omit<FieldProps, 'children'> {
  value?: string | undefined
  type?: string
  isRequired?: boolean
  maxLength?: number
  /** The most characters of a text that somebody writes: of one that is longer nothing is cut, and a script says so. */
  most?: number
  pattern?: string
  /** What the pattern means, in words. */
  title?: string
  autocomplete?: string
  placeholder?: string
  minLength?: number
  /** Typed as it is: no capital at its beginning, nothing underlined. */
  isVerbatim?: boolean
  /** Where typing begins, unless another field is wrong. */
  isFirst?: boolean
  /** The language of what is written into it; the page's if it is not known. */
  locale?: string | null | undefined
}

/** The types of fields for words, which run in the direction of their script. */
const written = new Set(['text', 'search'])

export function Input(props: InputProps) {
  const {
    value = '',
    type = 'text',
    isRequired = false,
    maxLength,
    most,
    pattern,
    title,
    autocomplete = 'off',
    minLength,
    isVerbatim = false,
    isFirst = false,
    locale,
    ...rest
  } = props
  const problem = useContext(RefusedForm)
  const verbatim = isVerbatim ? ({ autocapitalize: 'none', spellcheck: false } as const) : {}
  return (
    <Field {...rest}>
      {(attributes) => (
        <input
          {...attributes}
          {...verbatim}
          {...(isFirst && !problem?.field ? { autofocus: true } : {})}
          type={type}
          dir={written.has(type) ? 'auto' : undefined}
          lang={locale ?? undefined}
          value={value}
          required={isRequired}
          minlength={minLength}
          maxlength={maxLength}
          data-most={most}
          pattern={pattern}
          title={title}
          autocomplete={autocomplete}
        />
      )}
    </Field>
  )
}

interface PasswordProps extends Omit<FieldProps, 'name' | 'children'> {
  name?: string
  isFirst?: boolean
}

/** The password of an account, as it is. */
export const CurrentPassword = ({ name = 'current_password', ...rest }: PasswordProps) => (
  <Input {...rest} name={name} type="password" isRequired maxLength={1024} autocomplete="current-password" />
)

/** A password that is chosen. */
export const NewPassword = ({
  name = 'password',
  isRequired = true,
  ...rest
}: PasswordProps & Pick<InputProps, 'isRequired'>) => (
  <Input
    {...rest}
    name={name}
    type="password"
    isRequired={isRequired}
    minLength={8}
    maxLength={256}
    autocomplete="new-password"
  />
)

interface PasswordAgainProps extends Pick<FieldProps, 'scope'> {
  words: Words
}

/**
 * Asks for the password, or another proof, in place where the API has asked for it; what was filled in stays in the form.
 */
export const PasswordAgain = ({ words, ...rest }: PasswordAgainProps) =>
  useContext(RefusedForm)?.field === 'current_password' ? (
    <>
      <CurrentPassword {...rest} label={words.account.currentPasswordOrCode} />
      <Passkey words={words} act="confirm" label={words.factors.usePasskey} />
    </>
  ) : null

interface TextProps extends Omit<FieldProps, 'children'> {
  value?: string | undefined
  rows?: number
  isRequired?: boolean
  /** As of an `Input`. */
  most?: number
  /** As of an `Input`. */
  locale?: string | null | undefined
}

export function TextArea({ value = '', rows = 4, isRequired = false, most, locale, ...rest }: TextProps) {
  return (
    <Field {...rest}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={rows}
          required={isRequired}
          dir="auto"
          lang={locale ?? undefined}
          data-most={most}
        >
          {/* A browser drops the first line end of a text area. */}
          {`\n${value}`}
        </textarea>
      )}
    </Field>
  )
}

interface SelectProps extends Omit<FieldProps, 'children'> {
  value?: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  /** More of them, each group under its name. */
  groups?: readonly (readonly [name: string, options: SelectProps['options']])[]
}

export const Select = ({ value, options, groups = [], ...rest }: SelectProps) => (
  <Field {...rest}>
    {(attributes) => (
      <select {...attributes}>
        <Options value={value} options={options} />
        {groups.map(([name, of]) => (
          <optgroup label={name}>
            <Options value={value} options={of} />
          </optgroup>
        ))}
      </select>
    )}
  </Field>
)

const Options = ({ value, options }: Pick<SelectProps, 'value' | 'options'>) => (
  <>
    {options.map(([one, label]) => (
      <option value={one} selected={one === value}>
        {label}
      </option>
    ))}
  </>
)

/** One of a few choices, all of them in sight. */
export const Radios = ({ name, scope, label, value, options }: Omit<SelectProps, 'hint' | 'groups'>) => (
  <fieldset class="radios">
    <legend>{label}</legend>
    {options.map(([one, of]) => {
      const id = [scope, name, one].filter(Boolean).join('-')
      return (
        <span class="check">
          <input type="radio" id={id} name={name} value={one} checked={one === value} />
          <label for={id}>{of}</label>
        </span>
      )
    })}
  </fieldset>
)

interface CheckProps extends Pick<FieldProps, 'name' | 'scope' | 'label'> {
  /** The value if checked. */
  value?: string
  isChecked?: boolean
  isRequired?: boolean
}

export const Check = ({
  name,
  scope,
  label,
  value = 'on',
  isChecked = false,
  isRequired = false,
}: CheckProps) => {
  const id = [scope, name, value === 'on' ? undefined : value].filter(Boolean).join('-')
  return (
    <p class="check">
      <input type="checkbox" id={id} name={name} value={value} checked={isChecked} required={isRequired} />
      <label for={id}>{label}</label>
    </p>
  )
}

/** Above a form: a problem that concerns no single field. */
export const FormProblem = ({ problem }: { problem?: Problem | undefined }) =>
  problem && problem.field === undefined ? (
    <div class="notice alarm" role="alert" tabindex={-1}>
      <p>{problem.text}</p>
    </div>
  ) : null

/**
 * In a form with `data-draft`, whose texts a script keeps for the member of this id until they are sent: says that it has
 * brought some back.
 */
export const KeptDraft = ({ words }: { words: Words }) => (
  <p class="kept" role="status" hidden data-kept>
    {words.drafts.kept}{' '}
    <button type="reset" class="link">
      {words.drafts.discard}
    </button>
  </p>
)
