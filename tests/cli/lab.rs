//! lab and eval: figures that were published, and figures that must agree with each other.

use crate::search::parsed;
use crate::{answer, athos, athos_with_input, refusal};
use serde_json::{Value, json};

#[test]
fn the_table_of_report_b_comes_out_exactly() {
    let nodes = parsed(&["lab", "nodes", "--json"]);
    let column = |name: &str| -> Vec<u64> {
        nodes["report"].as_array().unwrap().iter().map(|row| row[name].as_u64().unwrap()).collect()
    };
    assert_eq!(column("matches"), [5, 7, 9, 12, 15]);
    assert_eq!(column("minimax"), [15, 52, 177, 1104, 6872]);
    assert_eq!(column("alpha_beta"), [15, 32, 113, 456, 1600]);
    assert_eq!(nodes["formulas_hold"], true);
    let growth = nodes["growth"].as_array().unwrap();
    assert_eq!(growth.len(), 30);
    assert_eq!(growth[20]["minimax"], 266_079);
    assert_eq!(growth[28]["alpha_beta"], (7u64.pow(8) - 4) / 3);
    assert!(
        growth
            .iter()
            .all(|row| row["with_table_and_ordering"].as_u64().unwrap() <= 8 * row["matches"].as_u64().unwrap())
    );
    assert!(answer(&["lab", "nodes"]).contains("All counts agree."));
}

#[test]
fn chances_are_exact_and_simulations_come_near() {
    let chances = parsed(&["lab", "random", "matches", "--to", "17", "--games", "4000", "--seed", "3", "--json"]);
    for row in chances["rows"].as_array().unwrap() {
        let matches = row["matches"].as_u64().unwrap();
        let exact = row["first"]["exact"].as_f64().unwrap();
        let theory = if matches % 4 == 1 { 1.0 - 3f64.powi(-(matches as i32 / 4)) } else { 1.0 };
        assert!((exact - theory).abs() < 1e-12, "{matches}");
        for side in ["first", "second"] {
            let (exact, simulated) = (&row[side]["exact"], &row[side]["simulated"]);
            let (exact, simulated) = (exact.as_f64().unwrap(), simulated.as_f64().unwrap());
            let deviation = (exact * (1.0 - exact) / 4000.0).sqrt();
            assert!((exact - simulated).abs() <= 5.0 * deviation + 1e-12, "{matches} {side}");
        }
    }
    assert_eq!(refusal(&["lab", "random", "nim"]), "athos: lab random is about matches, not nim");
}

#[test]
fn sound_switches_keep_every_value() {
    for game in ["nim", "matches", "three-musketeers:rows=4,columns=4"] {
        let ablation = parsed(&["lab", "ablation", game, "--depth", "5", "--positions", "4", "--json"]);
        let rows = ablation["rows"].as_array().unwrap();
        assert_eq!(rows.iter().filter(|row| row["group"] == "alone").count(), 12);
        for row in rows.iter().filter(|row| row["group"] != "unsound") {
            assert_eq!(row["kept"], 4, "{game}: {row}");
        }
        assert!(ablation.get("report_e").is_none());
    }
}

#[test]
fn the_page_needs_nothing_else() {
    let folder = std::env::temp_dir().join(format!("athos-lab-{}", std::process::id()));
    let said = answer(&["lab", "report", "-o", folder.to_str().unwrap(), "--games", "nim", "--seed", "5"]);
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert_eq!(said.trim_end(), folder.join("report.html").to_str().unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(page.contains("6,872") && page.contains("seed 5") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("<svg").count(), 3);
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("<script") && !outside.contains("src="));
}

#[test]
fn eval_has_the_documented_shape() {
    let eval = parsed(&["eval", "matches", "5 1", "--json"]);
    let moves: Vec<Value> = [("1", 4), ("2", 3), ("3", 2)]
        .map(|(m, left)| {
            json!({"move": m, "position": format!("{left} 0"), "value": {"kind": "loss", "plies": 2}, "best": true})
        })
        .to_vec();
    let expected = json!({
        "game": "matches", "position": "5 1", "turn": "first", "outcome": null,
        "value": {"kind": "loss", "plies": 2}, "winner": "second", "proven": true, "method": "search", "moves": moves
    });
    assert_eq!(eval, expected);
    let lost = parsed(&["eval", "matches", "21 1", "--json", "--no-moves"]);
    assert_eq!((&lost["value"], lost.get("moves")), (&json!({"kind": "loss", "plies": 10}), None));
}

#[test]
fn moves_come_best_first() {
    let eval = parsed(&["eval", "nim", "3,4,5 1", "--json"]);
    let moves = eval["moves"].as_array().unwrap();
    assert_eq!((&moves[0]["move"], &moves[0]["best"]), (&json!("a2"), &json!(true)));
    let kinds: Vec<&str> = moves.iter().map(|m| m["value"]["kind"].as_str().unwrap()).collect();
    assert!(kinds.iter().skip(1).all(|kind| *kind == "loss"), "{kinds:?}");
    let plies: Vec<u64> = moves[1..].iter().map(|m| m["value"]["plies"].as_u64().unwrap()).collect();
    assert!(plies.is_sorted_by(|a, b| a >= b), "{plies:?}");
}

#[test]
fn what_is_too_big_is_unknown_and_no_error() {
    let eval = parsed(&["eval", "pentago", "--time", "0.1", "--json"]);
    assert_eq!(eval["value"], json!({"kind": "unknown", "plies": null}));
    assert_eq!((&eval["proven"], &eval["winner"], &eval["limit"]), (&json!(false), &Value::Null, &json!("time")));
    assert_eq!(eval["moves"].as_array().unwrap().len(), 288);
    assert!(answer(&["eval", "pentago", "--time", "0.1", "--no-moves"]).contains("unknown (by search, ended by time"));
    let over = parsed(&["eval", "nim", "0,0,0 0", "--json"]);
    assert_eq!((&over["method"], &over["value"]), (&json!("rules"), &json!({"kind": "loss", "plies": 0})));
}

#[test]
fn batches_answer_line_by_line() {
    let run = athos_with_input(&["eval", "matches", "--batch", "-", "--no-moves"], "2 1\nnonsense\n\n1 0\r\n6 0");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<Option<&str>> = lines.iter().map(|line| line["value"]["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("win"), None, None, Some("loss"), Some("win")]);
    assert!(lines[1]["error"].as_str().unwrap().starts_with("position: column "));
    assert_eq!(athos(&["eval", "matches", "--batch", "/nowhere"]).code, 2);
}
