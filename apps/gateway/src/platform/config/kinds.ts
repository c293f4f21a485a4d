import Type from 'typebox'

/** Kinds of settings that more than one folder declares. */

export const postgresUrl = (description: string) =>
  Type.String({ pattern: '^postgres(ql)?://', description, secret: true, address: true })

/** http that does not leave this machine. */
export const loopbackUrl = 'http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?'

/**
 * An http or https address. On a live installation http is accepted only for loopback, because keys, tokens and personal data are
 * sent there.
 */
export const httpUrl = (
  description: string,
  { pattern = '^https?://', ...more }: { pattern?: string; needed_with?: string[] } = {},
) =>
  Type.String({
    pattern,
    description: `${description}; on a live installation https, or http on loopback`,
    secure_on_live: true,
    ...more,
  })

export const networks = (description: string) =>
  Type.String({
    default: '',
    pattern: '^\\s*$|^[0-9A-Fa-f:.]+/\\d{1,3}(\\s*,\\s*[0-9A-Fa-f:.]+/\\d{1,3})*$',
    description,
  })

/** A secret that can be rotated: a key ring with one secret per line. Reports show the names of its keys and never a secret. */
export const secretRing = (description: string) =>
  Type.String({
    minLength: 32,
    description: `${description}; during a rotation one on each line, the newest first`,
    secret: true,
    ring: true,
  })

export const pemText = (description: string, more: { secret?: boolean; needed_with?: string[] } = {}) =>
  Type.String({ pattern: '^-----BEGIN', description: `${description}, as PEM`, ...more })

/** Rejected at the start when another setting has the same value. */
export const differentFrom = (setting: string) => ({ different_from: setting })

/** Required when another setting has this value, or when it has any value. */
export const neededWith = (setting: string, value?: string) => ({
  needed_with: value === undefined ? [setting] : [setting, value],
})
