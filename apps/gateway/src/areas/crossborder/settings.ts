import Type from 'typebox'

export const crossborderSettings = {
  CROSSBORDER_VERIFICATION: Type.Union([Type.Literal('rules'), Type.Literal('manual')], {
    default: 'rules',
    description: 'how clients and accounts are verified: by the checks of the gateway, or by an operator',
  }),
}
