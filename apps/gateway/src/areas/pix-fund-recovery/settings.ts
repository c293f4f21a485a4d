import Type from 'typebox'

/** Settings for creating a request. */
export const fundRecoverySettings = {
  FUND_RECOVERY_CONTEST_DAYS: Type.Integer({
    minimum: 1,
    default: 80,
    description: 'how long after a payment it can be contested',
  }),
  FUND_RECOVERY_ANALYSIS_DAYS: Type.Integer({
    minimum: 1,
    default: 7,
    description: 'how long other participants have to analyse; clients see it as analysis_limit_date',
  }),
}

/** Settings for polling a request. */
export const followSettings = {
  FUND_RECOVERY_FOLLOW_SECONDS: Type.Integer({
    minimum: 1,
    default: 60,
    description: 'how often DICT is polled about a recovery that waits for other institutions',
  }),
  FUND_RECOVERY_REFUND_HOURS: Type.Integer({
    minimum: 1,
    maximum: 72,
    default: 72,
    description: "how long after the analyses the payer's institution can request the refunds",
  }),
}
