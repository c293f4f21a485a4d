import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { clientOperations, clientTypes } from './client-contract.ts'
import { describeDesk } from './describe-contract.ts'
import { eventTypes, pageTypes } from './page-types.ts'
import type { TypedContract } from './typed-contract.ts'

/**
 * Writes what is derived from declarations and not in git: the contract of the backoffice, the types of the pages and of the
 * client. `npm ci` runs it, and so does every check and build that reads these files.
 */
const root = new URL('../../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as unknown

const contract = read('openapi/openapi.json') as TypedContract
const desk = (await describeDesk()) as TypedContract
const { version } = read('packages/client/package.json') as { version: string }

write('openapi/desk.json', `${JSON.stringify(desk, null, 2)}\n`)
write('apps/backoffice/api/types.ts', pageTypes(desk))
write('apps/portal/api/types.ts', `${pageTypes(contract)}${eventTypes(contract)}`)
write('packages/client/src/made/contract.ts', clientTypes(contract))
write('packages/client/src/made/operations.ts', clientOperations(contract, version))

/** An unchanged file is not written, because a test may be reading it. */
function write(path: string, text: string): void {
  const file = new URL(path, root)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, text)
}
