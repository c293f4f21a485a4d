import { peopleEnvironment } from '@eclusa/simulators/environment.ts'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../platform/config/settings.ts'
import { peopleSettings } from './settings.ts'

const read = (name: string, value: string) =>
  readSettings(peopleSettings, { ...peopleEnvironment('https://issuer.bank.example'), [name]: value })

const good: [string, string[]][] = [
  [
    'DESK_URL',
    ['https://desk.bank.example', 'https://desk.bank.example:8443', 'http://localhost:8090', 'http://[::1]'],
  ],
  ['DESK_OIDC_ISSUER', ['https://sso.bank.example/realms/bank', 'http://127.0.0.1:9000', 'http://localhost/realms/x']],
  ['DESK_OIDC_SCOPE', ['openid', 'openid profile offline_access']],
  ['DESK_ROLES', ['it=operator', '/fraud team=analyst+approver,it=operator', 'urn:bank:audit=auditor']],
]
const bad: [string, string[]][] = [
  [
    'DESK_URL',
    ['http://desk.bank.example', 'https://desk.bank.example/', 'https://desk.bank.example/x', 'https://a@b', 'desk'],
  ],
  [
    'DESK_OIDC_ISSUER',
    ['http://sso.bank.example', 'http://localhost.evil.example', 'http://127.0.0.1@evil.example', 'https://x?y', 'x'],
  ],
  ['DESK_OIDC_SCOPE', ['profile', 'openid  profile', 'openid\nprofile']],
  ['DESK_ROLES', ['it', 'it=root', 'it=operator+', 'it=operator,', '=operator', 'it=Operator', 'a=viewer;b=viewer']],
  ['DESK_SESSION_IDLE_MINUTES', ['4', '0', '-5']],
  ['DESK_ROLES_CHECK_SECONDS', ['0', '3601']],
]
const each = (table: [string, string[]][]) =>
  table.flatMap(([name, values]) => values.map((value) => [name, value] as const))

describe('a desk', () => {
  it.each(each(good))('accepts %s=%j', (name, value) => {
    expect(read(name, value)).toMatchObject({ [name]: value })
  })

  it.each(each(bad))('does not start with %s=%j', (name, value) => {
    expect(() => read(name, value)).toThrow(name)
  })
})
