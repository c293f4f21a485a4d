import { routes } from '@eclusa/gateway/src/api.ts'
import { loginRefused } from '@eclusa/gateway/src/backoffice/auth/errors.ts'
import { deskFaults } from '@eclusa/gateway/src/backoffice/faults.ts'
import { deskRoutes } from '@eclusa/gateway/src/backoffice.ts'
import { gateFaults, methodNotAllowed, operatorTokenRefused, routeNotFound } from '@eclusa/gateway/src/http/faults.ts'
import type { FaultKind } from '@eclusa/gateway/src/platform/errors/fault.ts'
import type { Text } from '@eclusa/gateway/src/platform/language.ts'
import { addressFaults } from '@eclusa/gateway/src/platform/object-storage/serve-disk.ts'
import { operatorRoutes } from '@eclusa/gateway/src/worker.ts'
import { readSources, withoutLists } from './sources.ts'

/** An error, and its sources: the operations that list it, or a place before all of them. */
export interface DeclaredError {
  kind: FaultKind
  operations: string[]
  place: Text | undefined
}

const places: [FaultKind[], Text][] = [
  [gateFaults, { 'pt-BR': 'qualquer operação', 'en-US': 'any operation' }],
  [
    [routeNotFound],
    { 'pt-BR': 'um endereço que não leva a operação alguma', 'en-US': 'an address that leads to no operation' },
  ],
  [[methodNotAllowed], { 'pt-BR': 'um caminho de outra operação', 'en-US': 'a path that has other methods' }],
  [
    [operatorTokenRefused],
    { 'pt-BR': 'qualquer operação da porta interna', 'en-US': 'any operation of the internal port' },
  ],
  [[loginRefused], { 'pt-BR': 'a entrada na mesa', 'en-US': 'the log-in of the desk' }],
  [deskFaults, { 'pt-BR': 'qualquer operação da mesa', 'en-US': 'any operation of the desk' }],
  [
    addressFaults,
    {
      'pt-BR': 'um endereço assinado, com `OBJECT_STORE=disk`',
      'en-US': 'a signed address, with `OBJECT_STORE=disk`',
    },
  ],
]

/** Every error that an operation lists, or that the gateway returns before it reaches an operation, in order of code. */
export function declaredErrors(): DeclaredError[] {
  const operations = [...routes, ...operatorRoutes, ...deskRoutes]
  const kinds = new Map(
    [...places.flatMap(([faults]) => faults), ...operations.flatMap(({ errors }) => errors)].map((kind) => [
      kind.code,
      kind,
    ]),
  )
  return [...kinds.values()]
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map((kind) => ({
      kind,
      operations: operations.filter(({ errors }) => errors.includes(kind)).map(({ name }) => name),
      place: places.find(([faults]) => faults.includes(kind))?.[1],
    }))
}

/** A thrown error that no `errors` lists has neither a page nor a place in the contract. */
export async function unlistedErrors(): Promise<string[]> {
  const code = [...readSources(['apps/gateway/src'])].filter(([path]) => !path.endsWith('.test.ts'))
  const kinds = (
    await Promise.all(code.filter(([, text]) => /\bfault\(/.test(text)).map(([path]) => kindsIn(path)))
  ).flat()
  const listed = new Set(declaredErrors().map(({ kind }) => kind))
  const nowhere = kinds
    .filter(({ kind }) => !listed.has(kind))
    .map(
      ({ path, name, kind }) =>
        `${kind.code} of ${path} is listed nowhere: add ${name} to errors of the route that throws it`,
    )
  const notHere = code.flatMap(([path, text]) => {
    const route = routes.find(({ name }) => text.includes(`  name: '${name}',`))
    const allowed = new Set([...gateFaults, ...(route?.errors ?? [])])
    const used = withoutLists(text)
    return kinds
      .filter(({ name }) => route && new RegExp(`\\b${name}\\b`).test(used))
      .filter(({ name }) => !kinds.some((other) => other.name === name && allowed.has(other.kind)))
      .map(({ name }) => `${route!.name} throws ${name} and does not list it: add it to errors in ${path}`)
  })
  return [...nowhere, ...new Set(notHere)]
}

async function kindsIn(path: string): Promise<{ path: string; name: string; kind: FaultKind }[]> {
  const exported = (await import(`../../${path}`)) as Record<string, unknown>
  return Object.entries(exported)
    .filter(([, value]) => typeof value === 'function' && 'code' in value && 'status' in value)
    .map(([name, kind]) => ({ path, name, kind: kind as FaultKind }))
}
