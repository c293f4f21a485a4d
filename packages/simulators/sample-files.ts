import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownBytes } from './unique-bytes.ts'

/** The people that the guides onboard. */
const people = ['luiza', 'ines', 'bento', 'davi']

/** The sample files, in a folder for each person: equal bytes of two people would wait for an analyst. */
export async function writeSamples(folder: string): Promise<void> {
  const samples = new URL('samples/', import.meta.url)
  for (const name of await readdir(samples)) {
    const bytes = await readFile(new URL(name, samples))
    await writeFile(join(folder, name), bytes)
    for (const person of people) {
      await mkdir(join(folder, person), { recursive: true })
      await writeFile(join(folder, person, name), ownBytes(bytes, person))
    }
  }
}
