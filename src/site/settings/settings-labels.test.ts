import { expect, test } from 'vitest';
import { settingsLabels } from './public/settings-labels.ts';
import { settingsFields } from './settings-fields.ts';

test('every setting has a label', () => {
  const names = Object.keys(settingsFields);
  expect(names.filter((name) => !(name in settingsLabels))).toEqual([]);
});
