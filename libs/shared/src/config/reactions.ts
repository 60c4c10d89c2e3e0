import type { AgoraConfig } from './agora-schema.ts'

const USUAL = ['heart', 'smile', 'trophy']

/** The keys of the icons by which members react to posts, in their order. */
export const reactionKeys = ({ forum: { icons, reactions } }: AgoraConfig): readonly string[] =>
  reactions ?? USUAL.filter((key) => icons.includes(key))
