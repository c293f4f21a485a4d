import Type, { type Static, type TProperties } from 'typebox'
import Value from 'typebox/value'
import { createKeyRing, ringRefusal } from '../key-ring.ts'
import { addressRefusal } from './address.ts'
import { loopbackUrl } from './kinds.ts'
import { type Origin, readRaw } from './raw.ts'

export interface SettingReport {
  name: string
  origin: Origin
  value: string
  problem: string | undefined
}

export class SettingsError extends Error {
  readonly reports: SettingReport[]

  constructor(reports: SettingReport[]) {
    const lines = reports.map((report) => `  ${report.name}: ${report.problem}`)
    super(
      `The configuration is not complete. Set these environment variables (or NAME_FILE, a path to the value):\n${lines.join('\n')}`,
    )
    this.name = 'SettingsError'
    this.reports = reports
  }
}

/** The values of declared settings, as `readSettings` returns them. */
export type Settings<P extends TProperties> = Static<Type.TObject<P>>

/**
 * Reads every setting of `properties` from the environment once and lists all errors in one message, so that an operator can fix
 * all of them before the next start.
 */
export function readSettings<P extends TProperties>(properties: P, env: NodeJS.ProcessEnv): Static<Type.TObject<P>> {
  const broken = reportSettings(properties, env).filter((report) => report.problem !== undefined)
  if (broken.length > 0) throw new SettingsError(broken)
  const entries = Object.keys(properties).map((name) => [name, readOne(name, properties[name]!, env).value] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Static<Type.TObject<P>>
}

export function reportSettings(properties: TProperties, env: NodeJS.ProcessEnv): SettingReport[] {
  return Object.keys(properties).map((name) => {
    const schema = properties[name]!
    const { value, origin, ...read } = readOne(name, schema, env)
    const problem =
      read.problem ?? (value === undefined ? unmetNeed(schema, properties, env) : sameValue(schema, value, env))
    return { name, origin, value: value === undefined ? '' : shown(schema, String(value)), problem }
  })
}

function readOne(name: string, schema: Type.TSchema, env: NodeJS.ProcessEnv) {
  const { raw, origin, problem } = readRaw(name, env)
  if (problem) return { value: undefined, origin, problem }
  if (raw === undefined) return unset(schema)
  if (Type.IsInteger(schema) && !/^\d+$/.test(raw))
    return { value: undefined, origin, problem: 'must be a whole number' }
  const value = Value.Convert(schema, raw)
  if (!Value.Check(schema, value)) {
    return {
      value: undefined,
      origin,
      problem: Value.Errors(schema, value)
        .map((error) => error.message)
        .join(', '),
    }
  }
  const refusal = refusalOf(schema, String(value), env)
  return refusal ? { value: undefined, origin, problem: refusal } : { value, origin, problem: undefined }
}

/** Checks that a pattern cannot express. */
function refusalOf(schema: Type.TSchema, value: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isRing(schema)) return ringRefusal(value)
  if ((schema as { secure_on_live?: boolean }).secure_on_live && isLive(env) && !SECURE_URL.test(value))
    return 'must be https, or http on loopback, on a live installation'
  return (schema as { address?: boolean }).address ? addressRefusal(value) : undefined
}

const SECURE_URL = new RegExp(`^(https://|${loopbackUrl}(/|$))`)
/** The same rule as `installationSettings`: live unless declared as test. Some commands read settings without it. */
const isLive = (env: NodeJS.ProcessEnv) => readRaw('INSTALLATION', env).raw !== 'test'

function unset(schema: Type.TSchema) {
  const fallback = 'default' in schema ? schema.default : undefined
  if (fallback !== undefined) return { value: fallback, origin: 'default' as const, problem: undefined }
  const problem = Type.IsOptional(schema)
    ? undefined
    : `is required: ${'description' in schema ? schema.description : ''}`
  return { value: undefined, origin: 'missing' as const, problem }
}

/** A setting that only some choices require is reported as missing once such a choice was made. */
function unmetNeed(schema: Type.TSchema, properties: TProperties, env: NodeJS.ProcessEnv): string | undefined {
  const { needed_with, description } = schema as { needed_with?: [string, string?]; description?: string }
  if (!needed_with) return undefined
  const [other, value] = needed_with
  const choice = properties[other]
  const chosen = choice && readOne(other, choice, env).value
  if (chosen === undefined || (value !== undefined && chosen !== value)) return undefined
  return `is required with ${value === undefined ? other : `${other}=${value}`}: ${description}`
}

function sameValue(schema: Type.TSchema, value: unknown, env: NodeJS.ProcessEnv): string | undefined {
  const { different_from: other } = schema as { different_from?: string }
  return other !== undefined && readRaw(other, env).raw === value ? `must not be ${other}` : undefined
}

/** A secret is never shown. For a ring the names of its keys are shown, because an operator who rotates it needs them. */
function shown(schema: Type.TSchema, value: string): string {
  if (isRing(schema))
    return `(redacted: ${createKeyRing(value)
      .keys.map(({ name }) => name)
      .join(', ')})`
  return (schema as { secret?: boolean }).secret ? '(redacted)' : value
}

const isRing = (schema: Type.TSchema) => (schema as { ring?: boolean }).ring === true
