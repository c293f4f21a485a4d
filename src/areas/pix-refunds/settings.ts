import Type from 'typebox'

export const refundSettings = {
  REFUND_HOLD_DAYS: Type.Integer({
    // Seven days for every participant to analyse, and three for the payer's to request refunds.
    minimum: 10,
    maximum: 90,
    default: 11,
    description: 'how long after a report was opened money is held at most for a refund that nobody asks for',
  }),
}
