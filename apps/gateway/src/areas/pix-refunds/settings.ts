import Type from 'typebox'

export const refundSettings = {
  REFUND_HOLD_DAYS: Type.Integer({
    // Seven days for every participant to analyse, and three for the payer's to request refunds.
    minimum: 10,
    maximum: 90,
    default: 11,
    description: 'the longest time after the opening of a report for which money is blocked without a refund request',
  }),
}
