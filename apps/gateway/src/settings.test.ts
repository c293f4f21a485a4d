import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TProperties } from 'typebox'
import { describe, expect, it } from 'vitest'
import { deskClientSettings } from './cli/backoffice.ts'
import { reportSettings, SettingsError } from './platform/config/settings.ts'
import {
  anchorSettings,
  apiSettings,
  deskProcessSettings,
  journalSettings,
  readApiSettings,
  readWorkerSettings,
  workerSettings,
} from './settings.ts'

const complete = {
  DATABASE_URL: 'postgresql://api:secret-password@127.0.0.1/eclusa',
  OIDC_ISSUER: 'https://issuer.example',
  OIDC_AUDIENCE: 'https://gateway.example',
  API_KEY_PEPPER: 'pepper-pepper-pepper-pepper-pepper',
  OBJECT_STORE: 'disk',
  OBJECT_DISK_PATH: '/var/lib/eclusa',
  PUBLIC_URL: 'https://gateway.example',
  SIGNING_SECRET: 'signing-signing-signing-signing-si',
  INSTITUTION_NAME: 'Banco Exemplo S.A.',
  INSTITUTION_CONTACT: '0800 555 0100',
  INSTITUTION_PRIVACY_CONTACT: 'encarregado@banco.example',
  INSTITUTION_RETENTION_PT_BR: 'Dez anos.',
  INSTITUTION_RETENTION_EN_US: 'Ten years.',
}

describe('configuration', () => {
  it('is read from the environment, with defaults that point at no real host', () => {
    const config = readApiSettings(complete)
    expect(config).toMatchObject({
      HTTP_HOST: '127.0.0.1',
      INTERNAL_HOST: '127.0.0.1',
      HTTP_PORT: 8080,
      REPLAY_WINDOW_SECONDS: 7200,
    })
    for (const report of reportSettings(apiSettings, {})) {
      if (report.origin === 'default') expect(report.value).not.toMatch(/https?:|\.[a-z]{2,}$/)
    }
  })

  it('requires the facts about the institution on a live installation', () => {
    const { INSTITUTION_NAME: _, INSTITUTION_PRIVACY_CONTACT: __, ...unnamed } = complete
    expect(() => readApiSettings(unnamed)).toThrow(
      /INSTITUTION_NAME: is required with INSTALLATION=live[\s\S]*INSTITUTION_PRIVACY_CONTACT: is required/,
    )
    expect(() => readApiSettings({ ...complete, INSTITUTION_NAME: ' ' })).toThrow('INSTITUTION_NAME')
    const problems = reportSettings(apiSettings, { ...unnamed, INSTALLATION: 'test' }).filter(({ problem }) => problem)
    expect(problems.filter(({ name }) => name.startsWith('INSTITUTION'))).toEqual([])
  })

  it('reports every missing and every invalid variable in one message', () => {
    const error = (() => {
      try {
        return readApiSettings({
          HTTP_PORT: 'eighty',
          OIDC_ALGORITHMS: 'ES256,RS256',
          API_KEY_PEPPER: 'short',
          LOG_LEVEL: 'loud',
        })
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(SettingsError)
    for (const name of [
      'DATABASE_URL',
      'OIDC_ISSUER',
      'OIDC_AUDIENCE',
      'SIGNING_SECRET',
      'HTTP_PORT',
      'OIDC_ALGORITHMS',
      'API_KEY_PEPPER',
      'LOG_LEVEL',
    ]) {
      expect((error as Error).message).toContain(`  ${name}: `)
    }
  })

  it.each(['none', 'HS256', 'ES256,RS256', 'ES256,none', ''])(
    'accepts signature algorithms of one asymmetric family: not %j',
    (OIDC_ALGORITHMS) => {
      const read = () => readApiSettings({ ...complete, OIDC_ALGORITHMS }).OIDC_ALGORITHMS
      if (OIDC_ALGORITHMS === '') expect(read()).toBe('ES256')
      else expect(read).toThrow('OIDC_ALGORITHMS')
    },
  )

  it('reads a secret from a file, and rejects it from two sources', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'eclusa-config-')), 'pepper')
    writeFileSync(file, 'pepper-from-a-file-pepper-from-a-file\n')
    const { API_KEY_PEPPER: _, ...rest } = complete
    expect(readApiSettings({ ...rest, API_KEY_PEPPER_FILE: file }).API_KEY_PEPPER).toBe(
      'pepper-from-a-file-pepper-from-a-file',
    )
    expect(() => readApiSettings({ ...complete, API_KEY_PEPPER_FILE: file })).toThrow('given twice')
    expect(() => readApiSettings({ ...rest, API_KEY_PEPPER_FILE: '/nowhere' })).toThrow('cannot be read (ENOENT)')
  })

  it.each([
    ['two hosts', 'postgresql://api:secret-password@a,b/eclusa', 'must name one host'],
    ['two hosts with ports', 'postgresql://api:secret-password@a:5432,b:5432/eclusa', 'must name one host'],
    ['two hosts as a parameter', 'postgresql:///eclusa?host=a,b', 'must name one host'],
    ['the same, escaped', 'postgresql://api@/eclusa?sslmode=disable&host=a%2Cb', 'must name one host'],
    ['a password that ends the address early', 'postgresql://api:secret-pass#word@a/eclusa', '%2F (/), %23 (#)'],
    ['a port that is none', 'postgresql://api:secret-password@a:port/eclusa', 'cannot be read as an address'],
  ])('rejects a database address with %s, and does not repeat it', (_, DATABASE_URL, why) => {
    expect(() => readApiSettings({ ...complete, DATABASE_URL })).toThrow(why)
    expect(() => readApiSettings({ ...complete, DATABASE_URL })).not.toThrow('secret-pass')
  })

  it.each([
    'postgresql://api:with,comma@haproxy.internal:5000/eclusa?sslmode=verify-full',
    'postgres://api:secret@[2001:db8::1]:5432/eclusa',
    'postgresql://api@/eclusa?host=/run/postgresql',
    'postgresql:///eclusa?host=/run/postgresql',
    'postgresql://api:p%23w@127.0.0.1/eclusa?options=-c%20geqo=off',
  ])('accepts the address %s', (DATABASE_URL) => {
    expect(readApiSettings({ ...complete, DATABASE_URL })).toMatchObject({ DATABASE_URL })
  })

  it('prints no secret', () => {
    const printed = JSON.stringify(reportSettings(apiSettings, complete))
    for (const secret of ['secret-password', 'pepper-pepper', 'signing-signing']) expect(printed).not.toContain(secret)
    expect(printed).toContain('https://issuer.example')
  })

  it('on a live installation rejects an address that is neither https nor on loopback', () => {
    const all: TProperties = {
      ...apiSettings,
      ...workerSettings,
      ...deskProcessSettings,
      ...journalSettings,
      ...anchorSettings,
      ...deskClientSettings,
    }
    const problemOf = (name: string, value: string, INSTALLATION?: string) =>
      reportSettings({ [name]: all[name]! }, { [name]: value, INSTALLATION })[0]!.problem
    const ofDatabases = /^DATABASE_/
    const named = Object.keys(all).filter((name) => /_(URL|URI|ENDPOINT|ISSUER|ORIGIN)$/.test(name))
    const shaped = Object.entries(all).flatMap(([name, { pattern }]: [string, { pattern?: string }]) =>
      pattern !== undefined && /http|:\/\//.test(pattern) ? [name] : [],
    )
    const addresses = [...new Set([...named, ...shaped])].filter((name) => !ofDatabases.test(name))
    expect(addresses.length).toBeGreaterThanOrEqual(14)
    for (const name of addresses) {
      for (const value of ['http://partner.example', 'http://10.0.0.7:9000', 'http://localhost.partner.example'])
        expect(problemOf(name, value), `${name}=${value}`).toBeDefined()
      expect(problemOf(name, 'http://partner.example', 'live'), name).toBeDefined()
      expect(problemOf(name, 'https://partner.example'), name).toBeUndefined()
    }
    const outgoing = addresses.filter((name) => problemOf(name, 'http://partner.example', 'test') === undefined)
    expect(outgoing).toEqual(expect.arrayContaining(['OIDC_ISSUER', 'S3_ENDPOINT', 'PUBLIC_URL', 'OTLP_TRACES_URL']))
    for (const name of outgoing)
      for (const host of ['localhost:9000', '127.0.0.1', '[::1]:1'])
        expect(problemOf(name, `http://${host}`), name).toBeUndefined()
  })

  it('with a DICT connection, a worker requires the setting of the default verdict, and does not start without it', () => {
    const worker = { ...complete, DATABASE_WORKER_URL: 'postgresql://operator:secret@127.0.0.1/eclusa' }
    expect(() => readWorkerSettings(worker)).not.toThrow()
    const connected = { ...worker, DICT_URL: 'https://dict.example/api/v2' }
    expect(() => readWorkerSettings(connected)).toThrow(
      /INFRACTION_DEFAULT_VERDICT: is required with DICT_URL: the verdict sent to DICT.*INFRACTION_DEFAULT_HOURS: is required/s,
    )
    const chosen = { INFRACTION_DEFAULT_VERDICT: 'DISAGREED', INFRACTION_DEFAULT_HOURS: '48' }
    expect(readWorkerSettings({ ...connected, ...chosen })).toMatchObject({ INFRACTION_DECIDED_BY: 'analyst' })
    expect(() => readWorkerSettings({ ...connected, ...chosen, INFRACTION_DEFAULT_VERDICT: 'none' })).toThrow(
      'INFRACTION_DEFAULT_VERDICT',
    )
  })
})
