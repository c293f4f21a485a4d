import { systemClock } from '../../base/clock.ts'
import type { Settings } from '../../base/config/settings.ts'
import { countBuckets } from './buckets.ts'
import { type Dict, openDict } from './dict.ts'
import type { dictSettings } from './settings.ts'
import type { ContactInformation } from './values.ts'

export type DictConfig = Settings<typeof dictSettings>

/** DICT as the configuration has it; undefined when it has none. Half a connection is refused when the process starts. */
export function connectDict(config: DictConfig): Dict | undefined {
  const { DICT_URL: url, DICT_PARTICIPANT: participant } = config
  if (url === undefined) return undefined
  const needed = (name: Exclude<keyof DictConfig, 'DICT_SHARE'>): string => {
    const value = config[name]
    if (value === undefined) throw new Error(`DICT_URL is set, so ${name} is required as well`)
    return value
  }
  return openDict({
    url,
    participant: participant ?? needed('DICT_PARTICIPANT'),
    indirect: config.DICT_INDIRECT_PARTICIPANTS?.split(',') ?? [],
    tls: {
      certificate: needed('DICT_TLS_CERTIFICATE'),
      key: needed('DICT_TLS_KEY'),
      authorities: certificatesIn(needed('DICT_TLS_AUTHORITIES')),
    },
    signing: { certificate: needed('DICT_SIGNING_CERTIFICATE'), key: needed('DICT_SIGNING_KEY') },
    trusted: certificatesIn(needed('DICT_TRUSTED_CERTIFICATES')),
    buckets: countBuckets({ clock: systemClock, share: config.DICT_SHARE }),
  })
}

/** Whom the analysts of other banks may ask about a recovery when the client named nobody. */
export function contactOf({ DICT_CONTACT_EMAIL: email, DICT_CONTACT_PHONE: phone }: DictConfig) {
  return email === undefined || phone === undefined ? undefined : ({ email, phone } satisfies ContactInformation)
}

function certificatesIn(pem: string): string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}
