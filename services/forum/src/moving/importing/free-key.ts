import { madeId } from '../ids.ts'

const MAX_KEY = 32
/** Things of one name that have a number in their key. */
const MAX_NUMBERED = 20

/** An unused key made from a name. Nobody else makes keys of this kind meanwhile. */
export async function freeKey(
  kind: 'section' | 'group',
  { id, display_name }: { id: string; display_name: string },
  isTaken: (key: string) => Promise<boolean>,
): Promise<string> {
  const plain = display_name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const begin = /^[a-z]/.test(plain) ? plain : `${kind}_${plain}`
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `_${number <= MAX_NUMBERED ? number : madeId([id, number], 0).slice(-12)}`
    const key = begin.slice(0, MAX_KEY - end.length).replace(/_+$/, '') + end
    if (!(await isTaken(key))) return key
  }
}
