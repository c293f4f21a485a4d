import Type from 'typebox'

export const operatorPortSettings = {
  OPERATOR_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{32,512}(\\n[\\x21-\\x7e]{32,512})?$',
      description:
        'bearer token of the operator routes on the internal port; without it they are closed; during a rotation two, one on each line',
      secret: true,
    }),
  ),
}
