import { systemClock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import { countBuckets } from './buckets.ts'
import { createDict, type Dict, type DictSettings } from './dict.ts'
import type { ContactInformation } from './enums.ts'
import { certificatesIn } from './keys/signing-keys.ts'
import type { dictSettings } from './settings.ts'

export type DictConfig = Settings<typeof dictSettings>

/**
 * Creates the DICT connection from the settings, or undefined when there are none. An incomplete configuration fails
 * the start of the process.
 */
export function connectDict(config: DictConfig, metrics: Metrics): Dict | undefined {
  const { DICT_URL: url, DICT_PARTICIPANT: participant } = config
  if (url === undefined) return undefined
  const needed: Needed = (name) => {
    const value = config[name]
    if (value === undefined) throw new Error(`DICT_URL is set, so ${name} is required as well`)
    return value
  }
  return createDict({
    url,
    participant: participant ?? needed('DICT_PARTICIPANT'),
    indirect: config.DICT_INDIRECT_PARTICIPANTS?.split(',') ?? [],
    tls: connection(config, needed),
    signing: signing(config, needed),
    trusted: certificatesIn(needed('DICT_TRUSTED_CERTIFICATES')),
    buckets: countBuckets({ clock: systemClock, share: config.DICT_SHARE }),
    metrics,
  })
}

/** The default contact of a recovery for the analysts of other participants, when the client gave none. */
export function contactOf({ DICT_CONTACT_EMAIL: email, DICT_CONTACT_PHONE: phone }: DictConfig) {
  return email === undefined || phone === undefined ? undefined : ({ email, phone } satisfies ContactInformation)
}

type DictSettingName = Exclude<keyof DictConfig, 'DICT_SHARE'>
type Needed = (name: DictSettingName) => string

/** Rejects unused key settings, because an unused key can only be stolen. */
function unused(config: DictConfig, chosen: DictSettingName, ...names: DictSettingName[]): void {
  const given = names.filter((name) => config[name] !== undefined)
  if (given.length > 0) throw new Error(`${chosen} is set, so ${given.join(' and ')} would not be used: leave it out`)
}

function connection(config: DictConfig, needed: Needed): DictSettings['tls'] {
  const certificate = needed('DICT_TLS_CERTIFICATE')
  const { DICT_TLS_TUNNEL: tunnel } = config
  if (tunnel === undefined) {
    return { certificate, key: needed('DICT_TLS_KEY'), authorities: certificatesIn(needed('DICT_TLS_AUTHORITIES')) }
  }
  unused(config, 'DICT_TLS_TUNNEL', 'DICT_TLS_KEY', 'DICT_TLS_AUTHORITIES')
  return { certificate, tunnel }
}

function signing(config: DictConfig, needed: Needed): DictSettings['signing'] {
  const certificate = needed('DICT_SIGNING_CERTIFICATE')
  const { DICT_PKCS11_MODULE: module } = config
  if (module === undefined) return { certificate, key: needed('DICT_SIGNING_KEY') }
  unused(config, 'DICT_PKCS11_MODULE', 'DICT_SIGNING_KEY')
  return {
    certificate,
    module,
    token: needed('DICT_PKCS11_TOKEN'),
    pin: needed('DICT_PKCS11_PIN'),
    environment: namedVariables(config.DICT_PKCS11_ENV),
  }
}

/**
 * Allow-list of environment variables: the library is third-party native code, and this process may have database
 * logins and secrets in its environment.
 */
function namedVariables(names = ''): Record<string, string> {
  const named = names.split(',').filter(Boolean)
  return Object.fromEntries(
    named.map((name) => {
      const value = process.env[name]
      if (value === undefined) throw new Error(`DICT_PKCS11_ENV names ${name}, which is not set`)
      return [name, value]
    }),
  )
}
