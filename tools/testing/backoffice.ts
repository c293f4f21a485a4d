import { text as readText } from 'node:stream/consumers'
import type { Person } from '@eclusa/gateway/src/backoffice/auth/person.ts'
import type { DeskRoute } from '@eclusa/gateway/src/backoffice/backoffice-route.ts'
import type { Role } from '@eclusa/gateway/src/backoffice/role.ts'
import { buildDesk, deskRoutes } from '@eclusa/gateway/src/backoffice.ts'
import { createBackofficeServices, type DeskServices } from '@eclusa/gateway/src/services.ts'
import { readDeskSettings } from '@eclusa/gateway/src/settings.ts'
import { peopleEnvironment } from '@eclusa/simulators/environment.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { testEnvironment } from './environment.ts'
import type { TestGateway } from './gateway.ts'
import type { TestResponse } from './request.ts'

export const DESK_SECRET = 'the secret of the desk under test, long enough'

interface AskBackoffice {
  method?: InjectOptions['method']
  url: string
  as?: Person
  body?: unknown
}

/** The desk over the database of a gateway under test, called in process. */
export interface TestDesk {
  app: FastifyInstance
  services: DeskServices
  /** A logged-in person with these roles. */
  person: (name: string, ...roles: Role[]) => Person
  /** A machine with these roles, with the token of a service account. */
  machine: (name: string, ...roles: Role[]) => Person
  ask: (ask: AskBackoffice) => Promise<TestResponse & { text: string }>
  close: () => Promise<void>
}

export async function createTestBackoffice(
  { db, issuer, services: { settings, log, installation }, logged }: TestGateway,
  given: NodeJS.ProcessEnv = {},
  moreRoutes: DeskRoute<DeskServices>[] = [],
): Promise<TestDesk> {
  const config = readDeskSettings({
    ...testEnvironment(db, { issuerUrl: issuer.url, folder: settings.OBJECT_DISK_PATH! }),
    DATABASE_DESK_URL: db.desk,
    DESK_SECRET,
    ...peopleEnvironment(issuer.url),
    // An operation is done at once, unless the test requires approval.
    DESK_SECOND_EYES: 'none',
    ...given,
  })
  const people = new Map<string, Person>()
  const opened = createBackofficeServices(config)
  const services: DeskServices = {
    ...opened,
    log,
    installation,
    // A person made for the test needs no login. Everyone else has to log in.
    identify: async (request, how) => people.get(request.headers.authorization ?? '') ?? opened.identify(request, how),
  }
  const app = await buildDesk(services, [...deskRoutes, ...moreRoutes])
  const letIn = (kind: Person['kind'], name: string, roles: Role[]) => {
    const person: Person = {
      id: `sub-${name}`,
      name,
      kind,
      roles,
      auth_time: null,
      acr: null,
      credential_id: 'test',
      network: '127.0.0.1',
    }
    people.set(`Bearer ${person.id}`, person)
    return person
  }
  return {
    app,
    services,
    person: (name, ...roles) => letIn('person', name, roles),
    machine: (name, ...roles) => letIn('machine', name, roles),
    async ask({ method = 'GET', url, as, body }) {
      const headers = as ? { authorization: `Bearer ${as.id}` } : {}
      const response = await app.inject({
        method,
        url,
        headers,
        ...(body !== undefined && { payload: body as object }),
        payloadAsStream: true,
      })
      const text = await textOf(response)
      expect(logged.filter((line) => line.includes('undeclared_fault') || line.includes('INTERNAL_ERROR'))).toEqual([])
      const json = response.headers['content-type']?.toString().includes('json')
      return {
        status: response.statusCode,
        headers: response.headers as TestResponse['headers'],
        body: json ? JSON.parse(text) : {},
        text,
      }
    },
    async close() {
      await app.close()
      await services.close()
    },
  }
}

/** The response body, unless it is a stream. */
async function textOf(response: LightMyRequestResponse): Promise<string> {
  const stream = response.stream()
  if (!response.headers['content-type']?.toString().startsWith('text/event-stream')) return readText(stream)
  stream.destroy()
  return ''
}
