/** An error of DICT, thrown by an operation and written as problem+xml by the server. */
export class DictProblem extends Error {
  readonly type: string
  readonly status: number
  readonly violations: { property: string; reason: string }[]

  constructor(type: string, violations: { property: string; reason: string }[] = []) {
    super(type)
    this.name = 'DictProblem'
    this.type = type
    this.status = statuses[type] ?? 400
    this.violations = violations
  }
}

/** Statuses other than 400. */
const statuses: Record<string, number> = {
  Forbidden: 403,
  NotFound: 404,
  ResourceConflict: 409,
  DeprecatedResource: 410,
  RateLimited: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
}

/** Throws unless the rule holds. `insist(sum > 0, 'RefundInvalid', 'refund_amount', 'must be positive')`. */
export function insist(holds: unknown, type: string, property?: string, reason = 'not allowed'): asserts holds {
  if (!holds) throw new DictProblem(type, property === undefined ? [] : [{ property, reason }])
}
