/** One deployment of an app, as it is stored. */
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
  /** Of the display name. */
  mainLocale: string
  displayNameI18n: Translations
  /** Account ids, in the order in which they were given. */
  owners: readonly string[]
  createdAt: Date
  retiredAt: Date | null
  /** Of a live app the live ones; of a retired app those that were retired with it. Never none. */
  channels: readonly [Channel, ...Channel[]]
}

/** Locale to text. May hold one in the main locale where that was changed later; it is not shown then. */
export type Translations = Readonly<Record<string, string>>

type Editable<Entity, Fields extends keyof Entity> = Partial<Pick<Entity, Fields>>

/** What an edit writes; what is absent stays. */
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

/** Where apps are kept: `store/postgres.ts`, or `store/memory.ts` without a database. */
export interface AppStore {
  /** The live apps in the order of their creation. */
  listApps(): Promise<App[]>
  /** A live or retired app. */
  findApp(id: string): Promise<App | undefined>
  /**
   * Hands the app to `edit` while nobody else can change it, writes what `edit` answers, all or nothing, and answers
   * the app as it then is.
   *
   * @throws what `edit` throws; nothing is written then.
   * @throws ApiError readOnlyStore where the store cannot be edited.
   */
  editApp(id: string, edit: (app: App | undefined) => AppChange): Promise<App>
}
