import { readFileSync } from 'node:fs'

/** Where a setting's value came from, for `eclusa config check`. */
export type Origin = 'environment' | 'file' | 'default' | 'missing'

/** A setting as it is in the environment, or in the file that the environment names. */
export function readRaw(name: string, env: NodeJS.ProcessEnv): { raw?: string; origin: Origin; problem?: string } {
  const path = env[`${name}_FILE`]
  if (env[name] !== undefined && env[name] !== '') {
    if (path) return { origin: 'environment', problem: `is given twice, by itself and by ${name}_FILE: keep one` }
    return { raw: env[name], origin: 'environment' }
  }
  if (!path) return { origin: 'missing' }
  try {
    return { raw: readFileSync(path, 'utf8').trimEnd(), origin: 'file' }
  } catch (error) {
    return { origin: 'file', problem: `${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}
