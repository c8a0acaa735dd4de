/**
 * A Vitest reporter that writes the number of passed and failed tests and the failures as JSON to the file in
 * TEST_REPORT. Unlike Vitest's own JSON, it includes errors outside of tests.
 */
import { writeFileSync } from 'node:fs';
import { reasonOf } from './failure-reason.mjs';

export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, failed: 0, failures: [] };
    for (const module of modules) {
      const nameOf = ({ fullName }) => `${module.project.name} ${module.relativeModuleId} › ${fullName}`;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') report.passed += 1;
        if (state !== 'failed') continue;
        report.failed += 1;
        report.failures.push(`${nameOf(test)}${reasonOf(errors?.[0])}`);
      }
      // Errors before, between and after tests.
      for (const suite of [module, ...module.children.allSuites()]) {
        for (const { message } of suite.errors()) report.failures.push(`${module.relativeModuleId}: ${message}`);
      }
    }
    for (const error of unhandledErrors) {
      const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: test, stack, message } = error;
      report.failures.push(`${['outside of a test', file, test].filter(Boolean).join(', ')}: ${stack ?? message}`);
    }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}
