/** A stored deployment of an app. */
export interface Channel {
  id: string
  key: string
  mainLocale: string
  /** In the main locale. */
  description: string
  descriptionI18n: Translations
  baseUri: string
  homeUri: string
  userUri: string | null
  rating: string
  status: string
  visibility: string
  isOfficial: boolean
  eventStreamCallbackUri: string | null
  coverImage: string | null
  coverColor: string | null
  createdAt: Date
  retiredAt: Date | null
}

/** An app with its channels in rank order, the main one first. */
export interface App {
  id: string
  key: string | null
  kind: string
  displayName: string
  /** The language of the display name. */
  mainLocale: string
  displayNameI18n: Translations
  /** Account ids, in the order given. */
  owners: readonly string[]
  createdAt: Date
  retiredAt: Date | null
  /** A live app's live channels; a retired app's channels that were retired with it. Never empty. */
  channels: readonly [Channel, ...Channel[]]
}

/** Locale to text. May still hold the main locale if that was changed later; it is then not shown. */
export type Translations = Readonly<Record<string, string>>

type Editable<Entity, Fields extends keyof Entity> = Partial<Pick<Entity, Fields>>

/** What an edit writes; absent fields are unchanged. */
export interface AppChange extends Editable<App, 'kind' | 'mainLocale' | 'displayNameI18n' | 'owners'> {
  channels: readonly ChannelChange[]
}
export type ChannelChange = Pick<Channel, 'id'> &
  Editable<
    Channel,
    | 'mainLocale'
    | 'description'
    | 'descriptionI18n'
    | 'userUri'
    | 'rating'
    | 'status'
    | 'visibility'
    | 'isOfficial'
    | 'coverImage'
    | 'coverColor'
  >

/** Where apps are stored: `store/postgres.ts`, or `store/memory.ts` without a database. */
export interface AppStore {
  /** The live apps, oldest first. */
  listApps(): Promise<App[]>
  /** A live or retired app. */
  findApp(id: string): Promise<App | undefined>
  /**
   * Locks the app, passes it to `edit`, writes what `edit` returns, all or nothing, and returns the updated app.
   *
   * @throws what `edit` throws; nothing is written then.
   * @throws ApiError readOnlyStore if the store cannot be edited.
   */
  editApp(id: string, edit: (app: App | undefined) => AppChange): Promise<App>
}
