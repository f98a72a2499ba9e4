import { expect, test } from "vitest";
import { errorsAsCsv, faultOf } from "./import-wizard-file";

test("says what is wrong with a file before it is sent", () => {
  const fault = (name: string, size = 10) => faultOf({ name, size });
  expect(fault("labels.csv")).toBeUndefined();
  expect(fault("labels")).toBeUndefined();
  expect(fault("labels.XLSX")).toMatch(/CSV UTF-8/);
  expect(fault("photo.png")).toBe("A .png file cannot be imported here. Choose a CSV file.");
  expect(fault("labels.csv", 0)).toBe("The file is empty.");
  expect(fault("labels.csv", 12 * 1024 * 1024)).toBe("The file has 12.0 MB; at most 10 MB are taken.");
});

test("writes errors as a CSV file that no spreadsheet takes for formulas", async () => {
  const errors = [
    { row: 2, column: "value", message: 'Say "hi", or not' },
    { row: 30, column: null, message: "=cmd()" },
    { row: 31, column: null, message: "＝cmd()" },
  ];
  expect(await errorsAsCsv(errors)).toBe(
    '\uFEFFrow,column,message\r\n2,value,"Say ""hi"", or not"\r\n30,,"\'=cmd()"\r\n31,,"\'＝cmd()"\r\n',
  );
});
