import { readdirSync, readFileSync } from 'node:fs'

/** Files by their path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>

const root = new URL('../', import.meta.url)

/** Every file of these folders that ends so. Comments are left out: what a sentence mentions is not used by it. */
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

/** What is left when imports and lists of errors are taken away: a name that still stands there is used. */
export function withoutLists(text: string): string {
  return text.replaceAll(/^import [^']*'[^']*'$|\b(?:errors: |\w*(?:Errors|Faults) = )\[[^\]]*\]/gm, '')
}
