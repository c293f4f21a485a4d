import { readdirSync, readFileSync } from 'node:fs'

/** Files by their path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>

const root = new URL('../../', import.meta.url)

/** Every file of these folders with this ending. Comments are removed, because a mention is not a use. */
export function readSources(folders: string[], ending = '.ts'): Sources {
  return new Map(
    folders.flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(ending))
        .toSorted()
        .map((name) => [
          `${folder}/${name}`,
          withoutComments(readFileSync(new URL(`${folder}/${name}`, root), 'utf8')),
        ]),
    ),
  )
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
}

/** The text without imports and lists of errors: a name in it is used. */
export function withoutLists(text: string): string {
  return text.replaceAll(/^import [^']*'[^']*'$|\b(?:errors: |\w*(?:Errors|Faults) = )\[[^\]]*\]/gm, '')
}
