import { routes } from '../../src/api.ts'

const declared = new Map(routes.map((route) => [route.name, route.example]))

/** The body that the contract shows for an operation: what is documented is what is sent. */
export const shown = (operation: string) => declared.get(operation) as Record<string, unknown>
