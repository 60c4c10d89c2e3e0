import { newId } from '@agora/shared/contracts/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Candidate, SearchDocument, SearchEngine, SearchRequest } from '../../src/areas/search/engine.ts'
import { parseQuery } from '../../src/areas/search/query.ts'
import { wordsOf } from '../../src/areas/search/text/words.ts'

/** What the forum relies on, whichever engine it uses. */
export function holdsSearchContract(
  name: string,
  start: () => Promise<{ engine: SearchEngine; close(): Promise<void> }>,
): void {
  describe(name, () => {
    let engine: SearchEngine
    let close = async () => {}
    const [one, two] = [newId(), newId()]
    const [ada, ben] = [newId(), newId()]

    beforeAll(async () => {
      ;({ engine, close } = await start())
    })
    afterAll(() => close())

    const document = (text: string, over: Partial<SearchDocument> = {}): SearchDocument => ({
      subject: newId(),
      version: 'first',
      kind: 'post',
      language: 'english',
      section: one,
      thread: one,
      author: ada,
      time: '2024-06-15T12:00:00.000Z',
      words: wordsOf(text),
      ...over,
    })
    const put = async (text: string, over?: Partial<SearchDocument>) => {
      const made = document(text, over)
      await engine.put([made])
      return made
    }
    const anywhere = {
      languages: ['english', 'french', 'simple'],
      kind: null,
      sections: null,
      thread: null,
      author: null,
      months: null,
    } as const
    const searchFor = (q: string, over: Partial<SearchRequest> = {}) =>
      engine.search({ alternatives: parseQuery(q).alternatives, ...anywhere, ...over })
    const candidates = async (q: string, over?: Partial<SearchRequest>): Promise<Candidate[]> => {
      const all: Candidate[] = []
      for await (const batch of (await searchFor(q, over))?.candidates() ?? []) all.push(...batch)
      return all
    }
    const found = async (q: string, over?: Partial<SearchRequest>) =>
      (await candidates(q, over)).map(({ subject }) => subject).sort()
    const subjects = (...documents: SearchDocument[]) => documents.map(({ subject }) => subject).sort()

    it('finds a document with what it was put in as, and the later of two on one subject', async () => {
      const made = await put('A lone albatross')
      const [candidate] = await candidates('albatross')
      expect(candidate).toMatchObject({ subject: made.subject, version: 'first', language: 'english' })
      await engine.put([{ ...made, version: 'second', words: wordsOf('A lone penguin') }])
      expect(await candidates('albatross')).toEqual([])
      expect(await candidates('penguin')).toMatchObject([{ subject: made.subject, version: 'second' }])
    })

    it('finds nothing that was removed, and takes it in again', async () => {
      const made = await put('A stray badger')
      await engine.remove([made.subject, newId()])
      await engine.remove([])
      expect(await found('badger')).toEqual([])
      await engine.put([made])
      await engine.put([made])
      expect(await found('badger')).toEqual(subjects(made))
    })

    it('knows words, phrases, exclusions and alternatives', async () => {
      const red = await put('the red cassowary runs')
      const blue = await put('a blue cassowary sits')
      const cases: [string, SearchDocument[]][] = [
        ['cassowary', [red, blue]],
        ['cassowaries running', [red]],
        ['"blue cassowary"', [blue]],
        ['"cassowary blue"', []],
        ['cassowary -blue', [red]],
        ['cassowary -"blue cassowary"', [red]],
        ['red cassowary or sitting', [red, blue]],
        ['casso', []],
      ]
      for (const [q, expected] of cases) expect(await found(q), q).toEqual(subjects(...expected))
    })

    it('compares words in the language of the document', async () => {
      const english = await put('Dolphins were jumping', { language: 'english' })
      const french = await put('Les dauphins sautaient', { language: 'french' })
      const simple = await put('Dolphins were jumping', { language: 'simple' })
      expect(await found('dolphin')).toEqual(subjects(english))
      expect(await found('dolphins')).toEqual(subjects(english, simple))
      expect(await found('dauphin sauter')).toEqual(subjects(french))
      expect(await found('dolphins', { languages: ['simple'] })).toContain(simple.subject)
    })

    it('asks for nothing where the words are too common', async () => {
      expect(await searchFor('the of', { languages: ['english'] })).toBeUndefined()
      expect(await searchFor('the -walrus', { languages: ['english'] })).toBeUndefined()
    })

    it('filters by kind, section and author', async () => {
      const title = await put('Elk', { kind: 'title' })
      const elsewhere = await put('Elk', { section: two })
      const others = await put('Elk', { author: ben })
      expect(await found('elk')).toEqual(subjects(title, elsewhere, others))
      expect(await found('elk', { kind: 'title' })).toEqual(subjects(title))
      expect(await found('elk', { kind: 'post' })).toEqual(subjects(elsewhere, others))
      expect(await found('elk', { sections: [two] })).toEqual(subjects(elsewhere))
      expect(await found('elk', { sections: [one, two], author: ben })).toEqual(subjects(others))
    })

    it('filters by thread, and by months whatever years lie between', async () => {
      const at = (time: string, over: Partial<SearchDocument> = {}) =>
        put('Moose', { time: `${time}-01T00:00:00.000Z`, ...over })
      const early = await at('2019-12')
      const middle = await at('2022-07')
      const late = await at('2024-02', { thread: two })
      const during = (first: string, last: string) => found('moose', { months: { first, last } })
      expect(await found('moose', { thread: two })).toEqual(subjects(late))
      expect(await found('moose', { thread: newId() })).toEqual([])
      expect(await during('', '9999-12')).toEqual(subjects(early, middle, late))
      expect(await during('2019-12', '2024-02')).toEqual(subjects(early, middle, late))
      expect(await during('2020-01', '2024-01')).toEqual(subjects(middle))
      expect(await during('2022-07', '2022-07')).toEqual(subjects(middle))
      expect(await during('2022-08', '2022-06')).toEqual([])
      expect(await during('2022-08', '9999-12')).toEqual(subjects(late))
    })

    it('scores what says more of it higher', async () => {
      const passing = await put(
        'A long text of many other things which only in passing mentions a gecko at its end.',
      )
      const about = await put('Gecko care: what a gecko eats, and how a gecko sleeps.')
      const title = await put('Gecko', { kind: 'title' })
      const ranked = (await candidates('gecko')).sort((a, b) => b.score - a.score)
      expect(ranked.map(({ subject }) => subject)).toEqual(
        [title, about, passing].map(({ subject }) => subject),
      )
    })

    it('gives all candidates once, the newest first, however many there are', async () => {
      const many = Array.from({ length: 2_500 }, (_, n) => document(`Locust ${n}`))
      await engine.put(many)
      const batches: Candidate[][] = []
      for await (const batch of (await searchFor('locust'))!.candidates()) batches.push(batch)
      const all = batches.flat().map(({ subject }) => subject)
      expect(batches.length).toBeGreaterThan(1)
      expect(all).toEqual(many.map(({ subject }) => subject).reverse())
    })

    it('tells which words of a document are asked for', async () => {
      const search = (await searchFor('running "blue whales" -red'))!
      const words = wordsOf('He runs, she ran: whale, blues and reds')
      expect([...(await search.asksFor('english', words))].sort()).toEqual(['blues', 'runs', 'whale'])
      expect(await search.asksFor('english', [])).toEqual(new Set())
    })

    it('leaves out what it cannot hold, and takes in what came with it', async () => {
      const [before, after] = [document('Narwhal before'), document('Narwhal after')]
      await engine.put([before, document('Narwhal broken', { version: 'no\0text' }), after])
      expect(await found('narwhal')).toEqual(subjects(before, after))
    })
  })
}
