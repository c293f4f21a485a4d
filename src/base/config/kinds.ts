import Type from 'typebox'

/** Kinds of settings that more than one folder declares. */

export const postgresUrl = (description: string) =>
  Type.String({ pattern: '^postgres(ql)?://', description, secret: true, address: true })

export const networks = (description: string) =>
  Type.String({
    default: '',
    pattern: '^\\s*$|^[0-9A-Fa-f:.]+/\\d{1,3}(\\s*,\\s*[0-9A-Fa-f:.]+/\\d{1,3})*$',
    description,
  })

/** A secret that can be turned: a ring of them, one on each line. Its report names them and shows none. */
export const secretRing = (description: string) =>
  Type.String({
    minLength: 32,
    description: `${description}; to turn it, one on each line, the newest first`,
    secret: true,
    ring: true,
  })

/** Rejected at the start when another setting has the same value. */
export const differentFrom = (setting: string) => ({ different_from: setting })

/** Needed when another setting has this value, or when it has any. */
export const neededWith = (setting: string, value?: string) => ({
  needed_with: value === undefined ? [setting] : [setting, value],
})
