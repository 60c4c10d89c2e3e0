import {
  access,
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { newId, parseUuid } from '@agora/shared/contracts/ids'
import { OWNER_NAME, type Storage } from './storage.ts'

/** An id's random end spreads the folders; its beginning is the time. */
const PART = /^[0-9a-f]{2}$/
const folderOf = (root: string, id: string) => path.join(root, id.slice(-2), id)

/** Makes what was written to a file, or to the entries of a folder, survive a power cut. */
async function synchronize(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function notThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Keeps pictures in a folder, which has to be on the file system of the files that are put there. */
export function folderStorage(root: string): Storage {
  return {
    async put(id, files) {
      const folder = folderOf(root, id)
      await mkdir(folder, { recursive: true })
      for (const [name, source] of Object.entries(files)) {
        await synchronize(source)
        await rename(source, path.join(folder, name))
      }
      for (const place of [folder, path.dirname(folder), root]) await synchronize(place)
    },

    async open(id, name, from = 0) {
      const handle = await open(path.join(folderOf(root, id), name), 'r').catch((error) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (!handle) return undefined
      const { size } = await handle.stat()
      return {
        bytes: size - from,
        read: () => handle.createReadStream({ start: from }),
        close: () => handle.close(),
      }
    },

    // A part of 256 at once.
    async list(after = '') {
      const names = await readdir(root).catch(notThere)
      const [part, next] = names.filter((name) => PART.test(name) && name > after).sort()
      if (part === undefined) return { ids: [], next: undefined }
      const ids = (await readdir(path.join(root, part)).catch(notThere)).filter((name) => parseUuid(name))
      return { ids, next: next && part }
    },

    async remove(id) {
      const folder = folderOf(root, id)
      await rm(folder, { recursive: true, force: true })
      // Gone for good, through a power cut as well.
      await synchronize(path.dirname(folder)).catch((error) => {
        if (error.code !== 'ENOENT') throw error
      })
    },

    async owner() {
      const [id] = await readFile(path.join(root, OWNER_NAME), 'utf8').then((text) => [text.trim()], notThere)
      return id
    },

    async setOwner(id, before) {
      const file = path.join(root, OWNER_NAME)
      const whole = `${file}-${newId()}`
      await writeFile(whole, `${id}\n`)
      await synchronize(whole)
      try {
        if (before === undefined) await link(whole, file)
        else await rename(whole, file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        await rm(whole, { force: true })
      }
      await synchronize(root)
    },

    check: async () => {
      await mkdir(root, { recursive: true })
      await access(root, constants.W_OK)
    },
  }
}
