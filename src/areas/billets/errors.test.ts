import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { decodeErrors } from './decode.ts'

it.each(decodeErrors.map(({ code }) => code))('%s has a page in both languages', (code) => {
  const page = readFileSync(new URL(`../../../docs/errors/${code}.md`, import.meta.url), 'utf8')
  expect(page).toMatch(new RegExp(`^# ${code}\n\n## Português\n\n[^#]{100,}\n\n## English\n\n[^#]{100,}$`))
})
